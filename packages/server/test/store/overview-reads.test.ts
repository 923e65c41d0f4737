import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KeptSamples } from "../../src/selection/trend-samples.ts";
import type { Batch } from "../../src/store/engine-store.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { Ingest } from "../../src/store/sqlite/ingest.ts";
import { LongReads } from "../../src/store/sqlite/long-reads.ts";
import { overviewsAt } from "../../src/store/sqlite/overviews.ts";
import type { SqliteStore } from "../../src/store/sqlite/store.ts";

const end = Date.parse("2027-01-06T00:00:00.000Z");
const time = (secondsBefore: number) => new Date(end - secondsBefore * 1000).toISOString();
const day = 24 * 60 * 60;
const window = { from: time(day), to: time(0) };

let dir: string;
let store: SqliteStore;
let ingest: Ingest;
let reader: Sqlite.Database;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-overviews-"));
  store = await openStore(dir);
  ingest = new Ingest(store);
  reader = new Sqlite(join(dir, "platform.db"), { readonly: true });
});
afterAll(async () => {
  reader.close();
  await store.close();
  await rm(dir, { recursive: true });
});

type Metric = Batch["metrics"][number];
const metric = (secondsBefore: number, data: Metric["data"], type = "price"): Metric => ({
  ...{ time: time(secondsBefore), ingested_at: time(secondsBefore), type, data },
});
const write = (botId: string, metrics: Metric[]) => ingest.write([{ botId, lines: [], metrics }]);
const evenly = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    metric(Math.round(day - 1 - (n * (day - 2)) / count), { symbol: "A", value: n }),
  );

/** A store that counts the statements it runs and keeps their texts. */
function counting(): SqliteStore & { ran: string[] } {
  const ran: string[] = [];
  const prepare = (sql: string) => {
    const statement = reader.prepare(sql);
    const told =
      <Rest extends unknown[], Found>(work: (...rest: Rest) => Found) =>
      (...rest: Rest) => {
        ran.push(sql);
        return work.apply(statement, rest);
      };
    return { get: told(statement.get), all: told(statement.all), iterate: told(statement.iterate) };
  };
  const long = new LongReads({ prepare } as unknown as Sqlite.Database);
  return { ...store, long, samples: new KeptSamples(), ran };
}

test("an overview reads by indexes only: no statement scans a table or sorts", async () => {
  const counted = counting();
  await write("planned", [metric(60, { symbol: "B", value: 1 }), ...evenly(100)]);
  await overviewsAt(counted, ["planned"], window);
  const parameters = { bot: "", type: "", time: "", from: "", to: "" };
  const plans = [...new Set(counted.ran)].flatMap((sql) => {
    const given = sql.includes("?") ? [""] : [parameters];
    const steps = reader.prepare(`explain query plan ${sql}`).all(...given) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  });
  expect(plans.length).toBeGreaterThan(5);
  // SQLite also calls it a scan that the count reads the rows of its subquery.
  const searches = /^(SEARCH \w+ USING (COVERING )?INDEX \w+ \(bot_id=\?|CO-ROUTINE|SCAN \(subquery)/;
  expect(plans.filter((step) => !searches.test(step))).toEqual([]);
  expect(plans).toContain(
    "SEARCH log_lines USING COVERING INDEX log_lines_errors (bot_id=? AND time>? AND time<?)",
  );
});

test("a bot that was looked at before costs few reads, whatever it has written since", async () => {
  const counted = counting();
  await write("busy", evenly(20_000));
  await overviewsAt(counted, ["busy"], window);
  const first = counted.ran.splice(0).length;
  expect(first).toBeGreaterThan(25);
  await write(
    "busy",
    Array.from({ length: 1_000 }, () => metric(0, { symbol: "A", value: 7 })),
  );
  const [overview] = await overviewsAt(counted, ["busy"], window);
  expect(counted.ran.length).toBeLessThan(10);
  expect(overview!.trend!.points.at(-1)).toEqual([time(0), 7]);
});
