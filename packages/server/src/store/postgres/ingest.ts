import { type RawBuilder, sql, type Transaction } from "kysely";
import { placeOf } from "../../selection/metric-place.ts";
import type { Batch, NewLine, Stored } from "../engine-store.ts";
import { RecordRefusedError } from "../refused.ts";
import type { Tables } from "../sql/schema.ts";
import { isOfData } from "./errors.ts";

type Trx = Transaction<Tables>;

/** What batches add to a bot. */
interface Added {
  lines: number;
  metrics: number;
  droppedLines: number;
  droppedMetrics: number;
  droppedAt: string | null;
}

/**
 * Stores batches in one transaction, with one statement for each table: a statement for each row would take many times as
 * long. Rows are locked in this order, as by every transaction: sequences, bots, runs, launches; in each by their keys.
 */
export async function writeOutput(trx: Trx, batches: readonly Batch[]): Promise<Stored[]> {
  try {
    return await writeAll(trx, batches);
  } catch (error) {
    throw isOfData(error) ? new RecordRefusedError(error) : error;
  }
}

async function writeAll(trx: Trx, batches: readonly Batch[]): Promise<Stored[]> {
  const next = await takeNumbers(trx, addedBy(batches));
  const stored = batches.map(({ botId, lines, metrics }): Stored => {
    const numbers = next.get(botId)!;
    const first = { firstLine: numbers.line, firstMetric: numbers.metric };
    numbers.line += lines.length;
    numbers.metric += metrics.length;
    return first;
  });
  await insertLines(trx, batches, stored);
  await insertMetrics(trx, batches, stored);
  await extendRuns(trx, batches, stored);
  await moveOffsets(trx, batches);
  return stored;
}

function addedBy(batches: readonly Batch[]): Map<string, Added> {
  const byBot = new Map<string, Added>();
  for (const { botId, lines, metrics, unreported } of batches) {
    const none: Added = { lines: 0, metrics: 0, droppedLines: 0, droppedMetrics: 0, droppedAt: null };
    const added = byBot.get(botId) ?? none;
    byBot.set(botId, added);
    added.lines += lines.length;
    added.metrics += metrics.length;
    added.droppedMetrics += unreported?.metrics ?? 0;
    added.droppedAt = unreported?.at ?? added.droppedAt;
    for (const { dropped_before, dropped_metrics, ingested_at } of lines) {
      if (!dropped_before && !dropped_metrics) continue;
      added.droppedLines += dropped_before ?? 0;
      added.droppedMetrics += dropped_metrics ?? 0;
      added.droppedAt = ingested_at;
    }
  }
  return byBot;
}

/** Returns the next numbers of each bot. */
async function takeNumbers(
  trx: Trx,
  byBot: ReadonlyMap<string, Added>,
): Promise<Map<string, { line: number; metric: number }>> {
  const bots = [...byBot.keys()].sort();
  const of = <Name extends keyof Added>(name: Name) => bots.map((bot) => byBot.get(bot)![name]);
  const { rows } = await sql<{ bot_id: string; logs: number; metrics: number }>`
    insert into sequences (bot_id, logs, metrics, dropped_lines, dropped_metrics, dropped_at)
    select * from unnest(${bots}::text[], ${of("lines")}::bigint[], ${of("metrics")}::bigint[],
      ${of("droppedLines")}::bigint[], ${of("droppedMetrics")}::bigint[], ${of("droppedAt")}::text[])
    on conflict (bot_id) do update set logs = sequences.logs + excluded.logs,
      metrics = sequences.metrics + excluded.metrics,
      dropped_lines = sequences.dropped_lines + excluded.dropped_lines,
      dropped_metrics = sequences.dropped_metrics + excluded.dropped_metrics,
      dropped_at = coalesce(excluded.dropped_at, sequences.dropped_at)
    returning bot_id, logs, metrics`.execute(trx);
  return new Map(
    rows.map(({ bot_id, logs, metrics }) => {
      const { lines, metrics: more } = byBot.get(bot_id)!;
      return [bot_id, { line: logs - lines + 1, metric: metrics - more + 1 }];
    }),
  );
}

/** Columns by name, each an array with a value for each row. */
type Columns = Record<string, { type: string; values: unknown[] }>;

/** A column that has one value in all rows is passed as that value: most columns of the output of one bot. */
async function insert(trx: Trx, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns);
  if (columns[names[0]!]!.values.length === 0) return;
  const arrays: RawBuilder<unknown>[] = [];
  const given: RawBuilder<unknown>[] = [];
  const selected = Object.entries(columns).map(([name, { type, values }]): RawBuilder<unknown> => {
    // At least one array says how many rows there are.
    if (name !== "seq" && values.every((value) => value === values[0]))
      return sql`${values[0]}::${sql.raw(type)}`;
    arrays.push(sql`${values}::${sql.raw(type)}[]`);
    given.push(sql.ref(name));
    return sql.ref(`given.${name}`);
  });
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(selected)} from unnest(${sql.join(arrays)}) as given (${sql.join(given)})`.execute(trx);
}

const texts = (values: unknown[]) => ({ type: "text", values });
const numbers = (values: unknown[]) => ({ type: "bigint", values });

async function insertLines(trx: Trx, batches: readonly Batch[], stored: readonly Stored[]): Promise<void> {
  const lines = batches.flatMap((batch) => batch.lines);
  const of = <Value>(value: (line: NewLine) => Value) => lines.map(value);
  const numbered = batches.flatMap((batch, at) =>
    batch.lines.map((_, index) => stored[at]!.firstLine + index),
  );
  await insert(trx, "log_lines", {
    bot_id: texts(batches.flatMap((batch) => batch.lines.map(() => batch.botId))),
    seq: numbers(numbered),
    run_id: texts(of(({ run_id }) => run_id ?? null)),
    stream: texts(of(({ stream }) => stream)),
    level: texts(of(({ level }) => level)),
    time: texts(of(({ time }) => time)),
    ingested_at: texts(of(({ ingested_at }) => ingested_at)),
    message: texts(of(({ message }) => message)),
    fields: texts(of(({ fields }) => (fields === undefined ? null : JSON.stringify(fields)))),
    truncated: numbers(of(({ truncated }) => (truncated ? 1 : 0))),
    dropped_before: numbers(of(({ dropped_before }) => dropped_before ?? 0)),
    dropped_metrics: numbers(of(({ dropped_metrics }) => dropped_metrics ?? 0)),
  });
}

async function insertMetrics(trx: Trx, batches: readonly Batch[], stored: readonly Stored[]): Promise<void> {
  const rows = batches.flatMap(({ botId, metrics }, at) =>
    metrics.map((metric, index) => ({
      ...{ ...metric, botId, seq: stored[at]!.firstMetric + index },
      place: placeOf(metric),
    })),
  );
  const of = <Value>(value: (row: (typeof rows)[number]) => Value) => rows.map(value);
  await insert(trx, "metrics", {
    bot_id: texts(of(({ botId }) => botId)),
    seq: numbers(of(({ seq }) => seq)),
    run_id: texts(of(({ run_id }) => run_id ?? null)),
    type: texts(of(({ type }) => type)),
    time: texts(of(({ place }) => place)),
    data: texts(of(({ data }) => JSON.stringify(data))),
    ingested_at: texts(of(({ ingested_at }) => ingested_at)),
    emitted_at: texts(of(({ place, time }) => (place === time ? null : time))),
  });
}

async function extendRuns(trx: Trx, batches: readonly Batch[], stored: readonly Stored[]): Promise<void> {
  const runs = new Map<string, { from: number; to: number }>();
  for (const [at, { lines }] of batches.entries())
    for (const [index, { run_id }] of lines.entries()) {
      if (run_id === undefined) continue;
      const seq = stored[at]!.firstLine + index;
      runs.set(run_id, { from: runs.get(run_id)?.from ?? seq, to: seq });
    }
  if (runs.size === 0) return;
  const ids = [...runs.keys()].sort();
  await lock(trx, "runs", ids);
  await sql`update runs set log_from = coalesce(log_from, given."from"), log_to = given."to"
    from unnest(${ids}::text[], ${ids.map((id) => runs.get(id)!.from)}::bigint[],
      ${ids.map((id) => runs.get(id)!.to)}::bigint[]) as given (id, "from", "to")
    where runs.id = given.id`.execute(trx);
}

async function moveOffsets(trx: Trx, batches: readonly Batch[]): Promise<void> {
  const offsets = new Map(batches.flatMap(({ offsets }) => (offsets ? [[offsets.launchId, offsets]] : [])));
  if (offsets.size === 0) return;
  const ids = [...offsets.keys()].sort();
  await lock(trx, "launches", ids);
  await sql`update launches set stdout_offset = given.stdout, stderr_offset = given.stderr
    from unnest(${ids}::text[], ${ids.map((id) => offsets.get(id)!.stdout)}::bigint[],
      ${ids.map((id) => offsets.get(id)!.stderr)}::bigint[]) as given (id, stdout, stderr)
    where launches.id = given.id`.execute(trx);
}

/** Locks rows in the order of their ids; an update of several would lock them in any order. */
async function lock(trx: Trx, table: "runs" | "launches", ids: readonly string[]): Promise<void> {
  if (ids.length > 1)
    await sql`select from ${sql.table(table)} where id = any(${ids}::text[]) order by id for no key update`.execute(
      trx,
    );
}
