import { statSync } from "node:fs";
import { type Selectable, sql } from "kysely";
import type { Tables } from "../sql/schema.ts";
import type { OwnVerbs } from "../sql/store.ts";
import { Ingest } from "./ingest.ts";
import { scanMetrics } from "./metric-scan.ts";
import { overviewsAt } from "./overviews.ts";
import { prepared } from "./prepared.ts";
import type { SqliteDatabase } from "./store.ts";
import { watchBots } from "./watched-bots.ts";

/** The verbs that use prepared statements, many of them in one turn. */
export function ownVerbs(store: SqliteDatabase): OwnVerbs {
  const ingest = new Ingest(store);
  return {
    overviewsAt: (ids, window) => overviewsAt(store, ids, window),
    watchBots: (ownerId, most, visit) => watchBots(store, ownerId, most, visit),
    scanMetrics: (botId, filter, visit) => scanMetrics(store, botId, filter, visit),
    async metricsBySeq(bot, seqs, visit) {
      let at = 0;
      await store.long.work((database, isOver) => {
        const one = prepared(database, "select * from metrics where bot_id = @bot and seq = @seq");
        while (at < seqs.length) {
          const row = one.get({ bot, seq: seqs[at++] }) as Selectable<Tables["metrics"]> | undefined;
          if (row) visit(row);
          if (isOver()) break;
        }
        return at < seqs.length;
      });
    },
    writeOutput: (batches) => ingest.write(batches),
    tryOutput: (batches) => ingest.try(batches),
    isDurable: () => ingest.isDurable(),
    async databaseBytes() {
      const { name } = store.raw.ingest;
      const sizes = [name, `${name}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      return sizes.reduce((sum, size) => sum + size);
    },
    // A disk that became read-only is told by the next write.
    requireWritable: async () => {},
    async rewrite() {
      await sql`vacuum`.execute(store.main);
      await sql`pragma wal_checkpoint(truncate)`.execute(store.main);
    },
  };
}
