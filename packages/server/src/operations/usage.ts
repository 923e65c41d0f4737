import { Type } from "typebox";
import { Exactly } from "./documents/named.ts";
import { BotUsageDocument } from "./documents/usage.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

/** More keys than this are not counted. */
const mostKeys = 10_000;

/** What bots use of the machine. */
export const usage = {
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
        stateOf(parts, bot_id),
        parts.records.keptRecords(bot_id),
      ]);
      const { settings } = parts;
      const limits = used?.limits ?? parts.settings.limits;
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

const keptOf = ({ count, bytes }: { count: number; bytes: number }, limit: number, days: number) => ({
  records: count,
  ...{ used_bytes: bytes, limit_bytes: limit, kept_days: days },
});

async function stateOf({ states }: Parts, botId: string) {
  // A bot can lock its own folder.
  const total = await states.total(botId, mostKeys).catch(() => undefined);
  return total ?? { keys: null, bytes: null };
}
