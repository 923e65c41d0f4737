import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import type { Bot, User } from "../model/model.ts";
import { quotaLimitsIn, quotaNames, variableOf } from "../settings/quotas.ts";
import { limitsOf } from "../settings/resources.ts";
import { requireAdmin } from "./administration.ts";
import { pageOf, readCursor } from "./cursor.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { UserUsageDocument, UserUsagePage } from "./documents/quota.ts";
import { BotUsageDocument } from "./documents/usage.ts";
import { userNamePattern } from "./documents/user.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

/** More keys than this are not counted. */
const mostKeys = 10_000;

/** What users and bots use. */
export const usage = {
  getUsage: operation({
    scope: "read",
    kind: "read",
    tag: "users",
    summary: "Get what a user has of each quota",
    description:
      "The caller, or, for admins, another user. The disk space of bots is that of the last measurement, which is at most some seconds old.",
    input: Exactly({
      user: Type.Optional(
        Type.String({
          pattern: userNamePattern,
          description: "Name of another user; only for admins (default: the caller).",
        }),
      ),
    }),
    output: UserUsageDocument,
    async run(parts, call, { user }) {
      const { user_id, user_name } = call.caller;
      if (user === undefined || user === user_name) return usageOf(parts, { id: user_id, name: user_name });
      requireAdmin(call);
      return usageOf(parts, await parts.users.named(user));
    },
  }),

  listUsage: operation({
    scope: "admin",
    kind: "read",
    tag: "users",
    summary: "List what each user has of each quota, in the order of their creation",
    input: Exactly(pageQuery),
    output: UserUsagePage,
    async run(parts, call, { limit = 50, cursor }) {
      requireAdmin(call);
      const after = readCursor(cursor, 1)?.[0];
      const users = await parts.users.list({ after, limit: limit + 1 });
      const { items, ...page } = pageOf(users, limit, ({ id }) => [id]);
      const found = [];
      for (const user of items) {
        found.push(await usageOf(parts, user));
        // Each user takes a moment, and others must not wait for all of them.
        await setImmediate();
      }
      return { items: found, ...page };
    },
  }),

  getBotUsage: operation({
    scope: "read",
    kind: "read",
    tag: "bots",
    summary: "Get what a bot uses of its limits",
    description:
      "Measured now: the answer can take half a second. Memory, processor and processes are those of the realtime bot or the current run, without queries.",
    input: Exactly({ bot_id: Type.String({ description: "Id of the bot." }) }),
    output: BotUsageDocument,
    async run(parts, call, { bot_id }) {
      const bot = await parts.bots.seen(call, bot_id);
      const [used, stored, state, kept] = await Promise.all([
        parts.engine.usage(bot),
        parts.engine.stored(bot),
        stateOf(parts, bot),
        parts.store.keptRecords(bot_id),
      ]);
      const { settings } = parts;
      const limits = used?.limits ?? limitsOf(parts.settings, bot.resources);
      return {
        bot_id,
        running: used !== undefined,
        sampled_at: parts.clock.now().toISOString(),
        memory: { used_bytes: used?.memoryBytes ?? null, limit_bytes: limits.memoryBytes },
        cpu: { used_cores: used ? Math.round(used.cpus * 1000) / 1000 : null, limit_cores: limits.cpus },
        processes: { used: used?.processes ?? null, limit: limits.processes },
        disk: { used_bytes: stored?.bytes ?? null, limit_bytes: limits.diskBytes ?? null },
        files: { used: stored?.files ?? null, limit: limits.files ?? null },
        state,
        logs: keptOf(kept.logs, settings.logRetentionBytes, settings.logRetentionDays),
        metrics: keptOf(kept.metrics, settings.metricRetentionBytes, settings.metricRetentionDays),
      };
    },
  }),
} satisfies Record<string, Operation>;

async function usageOf(
  { store, engine, clock, settings, open }: Parts,
  { id, name }: Pick<User, "id" | "name">,
) {
  const stored = await store.quotaUse(id, clock.now().toISOString());
  const disk_bytes = engine.storedBy(id) ?? stored.disk_bytes;
  const used = { ...stored, disk_bytes, streams: open.streams.of(id), queries: open.queries.of(id) };
  const limits = quotaLimitsIn(settings);
  return {
    user_id: id,
    user_name: name,
    quotas: quotaNames.map((quota) => ({
      name: quota,
      used: used[quota],
      limit: limits[quota],
      setting: variableOf(quota),
    })),
  };
}

const keptOf = ({ count, bytes }: { count: number; bytes: number }, limit: number, days: number) => ({
  records: count,
  ...{ used_bytes: bytes, limit_bytes: limit, kept_days: days },
});

async function stateOf({ states }: Parts, bot: Bot) {
  // A bot can lock its own folder.
  const total = await states.total(bot, mostKeys).catch(() => undefined);
  return total ?? { keys: null, bytes: null };
}
