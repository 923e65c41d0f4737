import type { Store } from "./database.ts";

/** Rows removed in one transaction: few enough that nobody waits for it. */
const slice = 1_000;

/** Bots that have anything stored, deleted ones too. */
export async function botsWithData(store: Store): Promise<string[]> {
  const rows = await store.ingest.selectFrom("sequences").select("bot_id").orderBy("bot_id").execute();
  return rows.map((row) => row.bot_id);
}

/** Removes a slice of the oldest lines that came in before a moment. True when there may be more. */
export async function removeOldLines(store: Store, botId: string, before: string): Promise<boolean> {
  const oldest = await store.ingest
    .selectFrom("log_lines")
    .select(["seq", "ingested_at"])
    .where("bot_id", "=", botId)
    .orderBy("seq")
    .limit(slice)
    .execute();
  // By the platform's own clock: a bot may write any time it likes into its lines.
  const last = oldest.filter((row) => row.ingested_at < before).at(-1);
  if (!last) return false;
  await removeLinesUpTo(store, botId, last.seq);
  return oldest.length === slice && last === oldest.at(-1);
}

/** Removes a slice of the oldest lines of a bot that keeps more bytes than it may. True when there may be more. */
export async function removeExcessLines(store: Store, botId: string, bytesAtMost: number): Promise<boolean> {
  const range = await store.ingest
    .selectFrom("log_lines")
    .select((e) => [e.fn.min("seq").as("first"), e.fn.max("seq").as("last")])
    .where("bot_id", "=", botId)
    .executeTakeFirst();
  if (range?.first == null || range.last == null) return false;
  const lines = range.last - range.first + 1;
  const sample = Math.max(1, Math.floor(lines / 200));
  // Measured on every so many lines: adding all of them up would read the whole log.
  const measured = await store.ingest
    .selectFrom("log_lines")
    .select((e) => [
      e.fn.countAll<number>().as("count"),
      e.fn.sum<number>(e.fn<number>("length", ["message"])).as("messages"),
      e.fn.sum<number>(e.fn<number>("length", [e.fn.coalesce("fields", e.val(""))])).as("fields"),
    ])
    .where("bot_id", "=", botId)
    .where(
      "seq",
      "in",
      [...Array(Math.min(lines, 200)).keys()].map((at) => (range.last ?? 0) - at * sample),
    )
    .executeTakeFirst();
  if (!measured?.count) return false;
  const perLine = (Number(measured.messages) + Number(measured.fields)) / Number(measured.count) + rowBytes;
  const excess = Math.ceil((lines * perLine - bytesAtMost) / perLine);
  if (excess <= 0) return false;
  await removeLinesUpTo(store, botId, range.first + Math.min(excess, slice) - 1);
  return excess > slice;
}

/** What a row and its places in the indexes take beside its texts. */
const rowBytes = 200;

async function removeLinesUpTo(store: Store, botId: string, seq: number): Promise<void> {
  await store.ingest.deleteFrom("log_lines").where("bot_id", "=", botId).where("seq", "<=", seq).execute();
}

/** Removes a slice of the oldest metrics that came in before a moment. True when there may be more. */
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
  return old.length === slice;
}

/** Rows of launches of which nothing else is left. */
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

/** Bots deleted before a moment. */
export async function botsDeletedBefore(store: Store, before: string): Promise<string[]> {
  const rows = await store.ingest
    .selectFrom("bots")
    .select("id")
    .where("desired", "=", "deleted")
    .where("deleted_at", "<", before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a slice of what a bot has left; the bot itself and its runs last. True when there is more. */
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
  await store.ingest.deleteFrom("sequences").where("bot_id", "=", botId).execute();
  await store.main.deleteFrom("bots").where("id", "=", botId).execute();
  return false;
}
