import { type Selectable, sql } from "kysely";
import { placeOf } from "../../selection/metric-place.ts";
import { rolledBack } from "../refused.ts";
import type { Tables } from "../sql/schema.ts";
import type { Database, OwnVerbs } from "../sql/store.ts";
import { writeOutput } from "./ingest.ts";
import { scanMetrics } from "./metric-scan.ts";
import { overviewsAt } from "./overviews.ts";
import { watchBots } from "./watched-bots.ts";

/** Metrics that are read by one statement. */
const together = 500;
/** The tables in which values are encrypted. */
const sealed = ["bots", "bot_revisions", "secret_versions"];

/** The verbs that read or write many rows by one statement, because each statement is a round trip. */
export function ownVerbs(store: Database): OwnVerbs {
  return {
    overviewsAt: (ids, window) => overviewsAt(store, ids, window),
    watchBots: (ownerId, most, visit) => watchBots(store, ownerId, most, visit),
    scanMetrics: (botId, filter, visit) => scanMetrics(store, botId, filter, visit),
    async metricsBySeq(bot, seqs, visit) {
      for (let at = 0; at < seqs.length; at += together) {
        const some = seqs.slice(at, at + together);
        const { rows } = await sql<Selectable<Tables["metrics"]>>`
          select * from metrics where bot_id = ${bot} and seq = any(${some}::bigint[])`.execute(store.ingest);
        for (const row of rows) visit(row);
      }
    },
    async writeOutput(batches) {
      const stored = await store.lightTransaction((trx) => writeOutput(trx, batches));
      for (const { botId, metrics } of batches) {
        const places = metrics.map((metric) => ({ type: metric.type, time: placeOf(metric) }));
        store.samples.stored(botId, places);
      }
      return stored;
    },
    tryOutput: (batches) =>
      rolledBack((undo) =>
        store.lightTransaction(async (trx) => {
          await writeOutput(trx, batches);
          throw undo;
        }),
      ),
    // Each commit is, unless the operator has set synchronous_commit otherwise.
    isDurable: async () => true,
    async databaseBytes() {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(store.main);
      return rows[0]!.bytes;
    },
    async requireWritable() {
      const { rows } = await sql<{ is: boolean }>`
        select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is`.execute(
        store.main,
      );
      if (rows[0]!.is) throw new Error("the database server is a standby, or read-only");
    },
    async rewrite() {
      for (const table of sealed) await sql`vacuum full ${sql.table(table)}`.execute(store.main);
    },
  };
}
