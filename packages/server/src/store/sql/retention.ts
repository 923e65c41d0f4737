import { sql } from "kysely";
import { rowBytes } from "../../selection/kept-size.ts";
import type { KeptRecords } from "../filters.ts";
import type { Store } from "./store.ts";

/** Rows removed in one transaction: few enough not to delay other writers. */
const slice = 250;

export async function botsWithData(store: Store): Promise<string[]> {
  const rows = await store.ingest.selectFrom("sequences").select("bot_id").orderBy("bot_id").execute();
  return rows.map((row) => row.bot_id);
}

/** Removes a slice of the oldest lines that were read before the given time. Returns true if there may be more. */
export async function removeOldLines(store: Store, botId: string, before: string): Promise<boolean> {
  const oldest = await store.ingest
    .selectFrom("log_lines")
    .select(["seq", "ingested_at"])
    .where("bot_id", "=", botId)
    .orderBy("seq")
    .limit(slice)
    .execute();
  // By the platform's clock: a bot may write any time into its lines.
  const last = oldest.filter((row) => row.ingested_at < before).at(-1);
  if (!last) return false;
  await removeUpTo(store, "log_lines", botId, last.seq);
  return oldest.length === slice && last === oldest.at(-1);
}

/** Removes a slice of the oldest lines of a bot that exceeds the limit. Returns true if there may be more. */
export function removeExcessLines(store: Store, botId: string, bytesAtMost: number): Promise<boolean> {
  return removeExcess(store, "log_lines", botId, bytesAtMost);
}

/** Removes a slice of the oldest metrics of a bot that exceeds the limit. Returns true if there may be more. */
export function removeExcessMetrics(store: Store, botId: string, bytesAtMost: number): Promise<boolean> {
  return removeExcess(store, "metrics", botId, bytesAtMost);
}

type Recorded = "log_lines" | "metrics";

async function removeExcess(
  store: Store,
  table: Recorded,
  botId: string,
  bytesAtMost: number,
): Promise<boolean> {
  const kept = await measure(store, table, botId);
  if (kept.count === 0) return false;
  const { first, count, bytes } = kept;
  const perRecord = bytes / count;
  const excess = Math.ceil((bytes - bytesAtMost) / perRecord);
  if (excess <= 0) return false;
  await removeUpTo(store, table, botId, first + Math.min(excess, slice) - 1);
  return excess > slice;
}

/** Returns how much of a bot's output is kept; the sizes are those that retention compares with its limits. */
export async function keptRecords(store: Store, botId: string): Promise<KeptRecords> {
  const of = async (table: Recorded) => {
    const { count, bytes } = await measure(store, table, botId);
    return { count, bytes: Math.round(bytes) };
  };
  return { logs: await of("log_lines"), metrics: await of("metrics") };
}

const texts = { log_lines: ["message", "fields"], metrics: ["type", "data"] } as const;

/** Estimates the size from a sample of records, because adding up all of them would read the whole table. */
async function measure(
  store: Store,
  table: Recorded,
  botId: string,
): Promise<{ first: number; count: number; bytes: number }> {
  const none = { first: 0, count: 0, bytes: 0 };
  const records = store.ingest.selectFrom(table).where("bot_id", "=", botId);
  const range = await records
    .select((e) => [e.fn.min("seq").as("first"), e.fn.max("seq").as("last")])
    .executeTakeFirst();
  if (range?.first == null || range.last == null) return none;
  const { first, last } = range;
  const count = last - first + 1;
  const step = Math.max(1, Math.floor(count / 200));
  const sample = [...Array(Math.min(count, 200)).keys()].map((at) => last - at * step);
  // SQL's length() ends at U+0000.
  const [ofFirst, ofSecond] = texts[table].map((text) => sql`octet_length(${sql.ref(text)})`);
  const bytes = sql<number>`sum(${ofFirst} + coalesce(${ofSecond}, 0))`;
  const measured = await records
    .select((e) => [e.fn.countAll<number>().as("count"), bytes.as("bytes")])
    .where("seq", "in", sample)
    .executeTakeFirst();
  if (!measured?.count) return none;
  return { first, count, bytes: count * (Number(measured.bytes) / Number(measured.count) + rowBytes) };
}

async function removeUpTo(store: Store, table: Recorded, botId: string, seq: number): Promise<void> {
  await store.ingest.deleteFrom(table).where("bot_id", "=", botId).where("seq", "<=", seq).execute();
  if (table === "metrics") store.samples.removed(botId);
}

/** Removes a slice of the oldest metrics that were read before the given time. Returns true if there may be more. */
export async function removeOldMetrics(store: Store, botId: string, before: string): Promise<boolean> {
  const oldest = await store.ingest
    .selectFrom("metrics")
    .select(["seq", "time", "ingested_at"])
    .where("bot_id", "=", botId)
    .orderBy("seq")
    .limit(slice)
    .execute();
  const old = oldest.filter((row) => (row.ingested_at ?? row.time) < before).map(({ seq }) => seq);
  if (old.length === 0) return false;
  await store.ingest.deleteFrom("metrics").where("bot_id", "=", botId).where("seq", "in", old).execute();
  store.samples.removed(botId);
  return old.length === slice;
}

/** Removes a slice of the rows of removed launches. Returns true if there may be more. */
export async function removeGoneLaunches(store: Store, before: string): Promise<boolean> {
  const gone = await store.ingest
    .selectFrom("launches")
    .select("id")
    .where("state", "=", "gone")
    .where("created_at", "<", before)
    .limit(slice)
    .execute();
  if (gone.length === 0) return false;
  const ids = gone.map(({ id }) => id);
  await store.ingest.deleteFrom("launches").where("id", "in", ids).execute();
  return gone.length === slice;
}

/** Returns the bots that were deleted before the given time. */
export async function botsDeletedBefore(store: Store, before: string): Promise<string[]> {
  const rows = await store.ingest
    .selectFrom("bots")
    .select("id")
    .where("desired", "=", "deleted")
    .where("deleted_at", "<", before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a slice of a deleted bot's data, the bot itself last. Returns true if there is more. */
export async function removeBotData(store: Store, botId: string): Promise<boolean> {
  for (const table of ["log_lines", "metrics", "status_events"] as const) {
    const oldest = await store.ingest
      .selectFrom(table)
      .select("seq")
      .where("bot_id", "=", botId)
      .orderBy("seq")
      .limit(slice)
      .execute();
    const last = oldest.at(-1);
    if (!last) continue;
    await store.ingest.deleteFrom(table).where("bot_id", "=", botId).where("seq", "<=", last.seq).execute();
    return true;
  }
  for (const table of ["runs", "launches"] as const) {
    const some = await store.ingest
      .selectFrom(table)
      .select("id")
      .where("bot_id", "=", botId)
      .limit(slice)
      .execute();
    if (some.length === 0) continue;
    await store.ingest
      .deleteFrom(table)
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
    return true;
  }
  for (const table of ["sequences", "bot_connections", "network_cuts"] as const)
    await store.ingest.deleteFrom(table).where("bot_id", "=", botId).execute();
  store.samples.removed(botId);
  const removal = store.main.deleteFrom("bots").where("id", "=", botId);
  await store.botRows.changing([botId], () => removal.execute());
  return false;
}
