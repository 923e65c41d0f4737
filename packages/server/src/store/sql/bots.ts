import type { Labels, Network, Resources } from "@botyard/manifest";
import { type Insertable, sql, type Transaction } from "kysely";
import { type Actor, type Bot, type BotSettings, type Retry, storedSettings } from "../../model/model.ts";
import { present } from "../../model/present.ts";
import type { BotChange, BotFilter, Changed } from "../filters.ts";
import type { Once } from "../once.ts";
import type { BotRow } from "./bot-rows.ts";
import { isUsable } from "./custom-bots.ts";
import { keepEffect } from "./idempotency.ts";
import { requireQuotas } from "./quotas.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

export async function findBot(store: Store, ownerId: string, id: string): Promise<Bot | undefined> {
  return store.botRows.get(ownerId, id, async () => {
    const row = await store.main
      .selectFrom("bots")
      .selectAll()
      .where("id", "=", id)
      .where("owner_id", "=", ownerId)
      .where("desired", "!=", "deleted")
      .executeTakeFirst();
    return row && botOf(row);
  });
}

export async function findAnyBot(store: Store, id: string): Promise<Bot | undefined> {
  return store.botRows.get(undefined, id, async () => {
    const bot = await botById(store, id);
    return bot?.desired === "deleted" ? undefined : bot;
  });
}

/** Returns a bot of any user, even if it is deleted. For internal use, not for requests of users. */
export async function botById(store: Store, id: string): Promise<Bot | undefined> {
  const row = await store.main.selectFrom("bots").selectAll().where("id", "=", id).executeTakeFirst();
  return row && botOf(row);
}

export async function listBots(store: Store, ownerId: string | undefined, filter: BotFilter): Promise<Bot[]> {
  const { status, customBot, model, name, label, ids, after } = filter;
  const rows = await store.main
    .selectFrom("bots")
    .selectAll()
    .$if(ownerId !== undefined, (q) => q.where("owner_id", "=", ownerId!))
    .where("desired", "!=", "deleted")
    .$if(status !== undefined, (q) => q.where("status", "in", status!))
    .$if(customBot !== undefined, (q) => q.where("custom_bot", "=", customBot!))
    .$if(model !== undefined, (q) => q.where("model", "=", model!))
    .$if(name !== undefined, (q) => q.where("name", "=", name!))
    .$if(label !== undefined, (q) => {
      const text = store.words.fieldOf(sql.ref("labels"), label!.key);
      return q.where(text, "=", label!.value);
    })
    .$if(ids !== undefined, (q) => q.where("id", "in", ids!))
    .$if(after !== undefined, (q) => q.where("id", ">", after!))
    .orderBy("id")
    .limit(filter.limit)
    .execute();
  return rows.map(botOf);
}

export async function insertBot(
  store: Store,
  bot: Bot,
  keyId: string | undefined,
  actor?: Actor,
  once?: Once,
): Promise<boolean | "version_gone"> {
  return store.transaction(async (trx) => {
    if (!(await isUsable(trx, bot.owner_id, bot.custom_bot, bot.version))) return "version_gone";
    await requireQuotas(store, trx, bot.owner_id, {
      bots: 1,
      ...(bot.desired === "running" ? startOf(bot) : { disk_bytes: 1 }),
    });
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("bots")
      .values({ ...rowOf(bot), asked_by: textOf(actor) })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return false;
    await trx
      .insertInto("sequences")
      .values({ bot_id: bot.bot_id, logs: 0, metrics: 0, status: 0 })
      .execute();
    await insertRevision(trx, bot, bot, { at: bot.created_at, keyId, actor });
    await keepEffect(trx, once, { bot: bot.bot_id });
    return true;
  });
}

export async function changeBot(
  store: Store,
  ownerId: string,
  id: string,
  change: BotChange,
): Promise<Changed> {
  const work = () =>
    store.transaction(async (trx): Promise<Changed> => {
      const row = await trx
        .selectFrom("bots")
        .selectAll()
        .where("id", "=", id)
        .where("owner_id", "=", ownerId)
        .where("desired", "!=", "deleted")
        .executeTakeFirst();
      if (!row) return { refused: "gone" };
      const bot = botOf(row);
      if (change.ifRevision && !change.ifRevision.includes(bot.revision)) return { refused: "precondition" };
      const decided = change.decide(bot);
      if (Object.keys(decided).length === 0) return { bot };
      const { settings, desired, status, restart, startsAgain } = decided;
      if (settings && settings.name !== bot.name && (await nameTaken(trx, ownerId, settings.name, id))) {
        return { refused: "name_taken" };
      }
      const other = settings && settings.version !== bot.version ? settings.version : undefined;
      if (other && !(await isUsable(trx, ownerId, bot.custom_bot, other))) return { refused: "version_gone" };
      if (startsAgain || (desired === "running" && bot.desired !== "running"))
        await requireQuotas(store, trx, ownerId, startAgainOf(bot));
      const revision = settings ? bot.revision + 1 : bot.revision;
      const changed = await trx
        .updateTable("bots")
        .set({
          ...(settings ? settingsColumns(settings) : {}),
          ...(desired ? { desired } : {}),
          ...(desired === "deleted" ? { deleted_at: change.at } : {}),
          ...(status ? { status, reason: null, detail: null } : {}),
          generation: bot.generation + (restart ? 1 : 0),
          revision,
          asked_by: textOf(change.actor),
          updated_at: change.at,
        })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      // After the row of the bot, where changes at the same time meet: here, their revisions would be duplicates.
      if (settings) await insertRevision(trx, { bot_id: id, revision }, settings, change);
      await keepEffect(trx, change.once, { bot: id, ...(settings && { changed: true }) });
      return { bot: botOf(changed) };
    });
  return store.botRows.changing([id], work);
}

/** What a new bot adds to the quotas of its user: a scheduled one has no process of its own. */
const startOf = ({ model }: Bot) => ({ disk_bytes: 1, ...(model === "realtime" && { processes: 1 }) });

/** What a bot adds when it is started again: its last process counts until it has ended, and the next one follows it. */
const startAgainOf = (bot: Bot) => (bot.status === "stopped" ? startOf(bot) : { disk_bytes: 1 });

export const textOf = (actor: Actor | undefined) => (actor === undefined ? null : JSON.stringify(actor));

async function nameTaken(trx: Transaction<Tables>, ownerId: string, name: string, exceptId: string) {
  const other = await trx
    .selectFrom("bots")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("desired", "!=", "deleted")
    .where("id", "!=", exceptId)
    .executeTakeFirst();
  return other !== undefined;
}

async function insertRevision(
  trx: Transaction<Tables>,
  { bot_id, revision }: Pick<Bot, "bot_id" | "revision">,
  settings: BotSettings,
  { at, keyId, actor }: Pick<BotChange, "at" | "keyId" | "actor">,
): Promise<void> {
  const body = Object.fromEntries(storedSettings.map((name) => [name, settings[name]]));
  await trx
    .insertInto("bot_revisions")
    .values({
      bot_id,
      revision,
      body: JSON.stringify(body),
      key_id: keyId ?? null,
      actor: textOf(actor),
      created_at: at,
    })
    .execute();
}

function settingsColumns(settings: BotSettings) {
  const given = storedSettings.map((name) => [name, settings[name] ?? null]);
  return {
    ...(Object.fromEntries(given) as Pick<BotRow, keyof BotSettings>),
    network: jsonOf(settings.network),
    resources: jsonOf(settings.resources),
    labels: jsonOf(settings.labels),
    config: JSON.stringify(settings.config),
  };
}

const jsonOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

function rowOf({ bot_id: id, retry: _, ...bot }: Bot): Insertable<Tables["bots"]> {
  return { ...bot, ...settingsColumns(bot), id };
}

/** Converts a row to a bot. The other columns are for the engine only. */
export function botOf({
  id,
  config,
  network,
  resources,
  labels,
  backoff,
  settled_until,
  deleted_at,
  asked_by,
  ...row
}: BotRow): Bot {
  const { retry } =
    row.status === "backing_off" && backoff !== null ? (JSON.parse(backoff) as { retry?: Retry }) : {};
  return {
    bot_id: id,
    ...present<typeof row>(row),
    ...(network !== null && { network: JSON.parse(network) as Network }),
    ...(resources !== null && { resources: JSON.parse(resources) as Resources }),
    ...(labels !== null && { labels: JSON.parse(labels) as Labels }),
    config: JSON.parse(config) as Record<string, unknown>,
    ...(retry && { retry }),
  };
}
