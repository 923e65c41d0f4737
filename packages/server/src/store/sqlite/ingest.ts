import Sqlite, { type Statement } from "better-sqlite3";
import { placeOf } from "../../selection/metric-place.ts";
import type { Batch, Stored } from "../engine-store.ts";
import { RecordRefusedError, rolledBack } from "../refused.ts";
import type { SqliteDatabase } from "./store.ts";

/** Whether the values are at fault: the same statement would be refused again. */
const isOfData = (error: unknown): boolean =>
  // Of the library, for a value that it cannot pass on.
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof Sqlite.SqliteError &&
    /^SQLITE_(TOOBIG|MISMATCH|CONSTRAINT_(NOTNULL|CHECK))$/.test(error.code));

/** Stores the output of bots. A commit survives a crash of the platform, but not always a power failure. */
export class Ingest {
  readonly #store: SqliteDatabase;
  readonly #readSequences: Statement<[string], { logs: number; metrics: number }>;
  readonly #writeSequences: Statement<[{ bot: string; logs: number; metrics: number }]>;
  readonly #addDropped: Statement<[{ bot: string; lines: number; metrics: number; at: string }]>;
  readonly #insertLine: Statement;
  readonly #insertMetric: Statement;
  readonly #moveOffsets: Statement;
  readonly #extendRun: Statement;

  constructor(store: SqliteDatabase) {
    this.#store = store;
    const { ingest } = store.raw;
    this.#readSequences = ingest.prepare("select logs, metrics from sequences where bot_id = ?");
    this.#writeSequences = ingest.prepare(
      `insert into sequences (bot_id, logs, metrics, status) values (@bot, @logs, @metrics, 0)
       on conflict (bot_id) do update set logs = excluded.logs, metrics = excluded.metrics`,
    );
    this.#addDropped = ingest.prepare(
      `update sequences set dropped_lines = dropped_lines + @lines, dropped_metrics = dropped_metrics + @metrics,
         dropped_at = @at where bot_id = @bot`,
    );
    this.#insertLine = ingest.prepare(
      `insert into log_lines
         (bot_id, seq, run_id, stream, level, time, ingested_at, message, fields, truncated, dropped_before,
          dropped_metrics)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertMetric = ingest.prepare(
      `insert into metrics (bot_id, seq, run_id, type, time, data, ingested_at, emitted_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#moveOffsets = ingest.prepare(
      "update launches set stdout_offset = ?, stderr_offset = ? where id = ?",
    );
    this.#extendRun = ingest.prepare(
      "update runs set log_from = coalesce(log_from, @from), log_to = @to where id = @run",
    );
  }

  /** Stores batches in one transaction. Returns their sequence numbers in the same order. */
  write(batches: readonly Batch[]): Promise<Stored[]> {
    return this.#store.ingestTransaction(() => this.#writeAll(batches));
  }

  /** Does the same and rolls it back. */
  try(batches: readonly Batch[]): Promise<void> {
    return rolledBack((undo) =>
      this.#store.ingestTransaction(() => {
        this.#writeAll(batches);
        throw undo;
      }),
    );
  }

  #writeAll(batches: readonly Batch[]): Stored[] {
    try {
      return batches.map((batch) => this.#writeOne(batch));
    } catch (error) {
      throw isOfData(error) ? new RecordRefusedError(error) : error;
    }
  }

  #writeOne({ botId, lines, metrics, unreported, offsets }: Batch): Stored {
    const last = this.#readSequences.get(botId) ?? { logs: 0, metrics: 0 };
    let { logs, metrics: metricSeq } = last;
    const runs = new Map<string, { from: number; to: number }>();
    const dropped = { bot: botId, lines: 0, metrics: unreported?.metrics ?? 0, at: unreported?.at ?? "" };
    for (const line of lines) {
      logs++;
      if (line.run_id !== undefined)
        runs.set(line.run_id, { from: runs.get(line.run_id)?.from ?? logs, to: logs });
      this.#insertLine.run(
        botId,
        logs,
        line.run_id ?? null,
        line.stream,
        line.level,
        line.time,
        line.ingested_at,
        line.message,
        line.fields === undefined ? null : JSON.stringify(line.fields),
        line.truncated ? 1 : 0,
        line.dropped_before ?? 0,
        line.dropped_metrics ?? 0,
      );
      if (line.dropped_before || line.dropped_metrics) {
        dropped.lines += line.dropped_before ?? 0;
        dropped.metrics += line.dropped_metrics ?? 0;
        dropped.at = line.ingested_at;
      }
    }
    const places = metrics.map((metric) => ({ type: metric.type, time: placeOf(metric) }));
    for (const [at, metric] of metrics.entries()) {
      metricSeq++;
      const place = places[at]!.time;
      this.#insertMetric.run(
        botId,
        metricSeq,
        metric.run_id ?? null,
        metric.type,
        place,
        JSON.stringify(metric.data),
        metric.ingested_at,
        place === metric.time ? null : metric.time,
      );
    }
    this.#store.samples.stored(botId, places);
    if (logs !== last.logs || metricSeq !== last.metrics) {
      this.#writeSequences.run({ bot: botId, logs, metrics: metricSeq });
    }
    if (dropped.at !== "") this.#addDropped.run(dropped);
    if (offsets) this.#moveOffsets.run(offsets.stdout, offsets.stderr, offsets.launchId);
    for (const [run, { from, to }] of runs) this.#extendRun.run({ run, from, to });
    return { firstLine: last.logs + 1, firstMetric: last.metrics + 1 };
  }

  /** Returns true if everything committed so far would survive a power failure. */
  async isDurable(): Promise<boolean> {
    const [state] = this.#store.raw.ingest.pragma("wal_checkpoint(passive)") as [
      { busy: number; log: number; checkpointed: number },
    ];
    return state.busy === 0 && state.log === state.checkpointed;
  }
}
