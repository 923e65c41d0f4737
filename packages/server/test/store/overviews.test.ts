import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOfTests } from "../../../repo/src/drive/test-database.ts";
import { KeptSamples } from "../../src/selection/trend-samples.ts";
import type { Batch } from "../../src/store/engine-store.ts";
import { overviewsAt as fromPostgres } from "../../src/store/postgres/overviews.ts";
import { removeExcessMetrics, removeOldMetrics } from "../../src/store/sql/retention.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { overviewsAt as fromSqlite } from "../../src/store/sqlite/overviews.ts";
import type { SqliteStore } from "../../src/store/sqlite/store.ts";
import { opened } from "./opened.ts";

const end = Date.parse("2027-01-06T00:00:00.000Z");
const time = (secondsBefore: number) => new Date(end - secondsBefore * 1000).toISOString();
const day = 24 * 60 * 60;
const window = { from: time(day), to: time(0) };

let dir: string;
let store: Store;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-overviews-"));
  store = await opened(dir);
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const overviewsAt = (at: Store, ids: string[], during: typeof window) =>
  engineOfTests === "postgres" ? fromPostgres(at, ids, during) : fromSqlite(at as SqliteStore, ids, during);

type Metric = Batch["metrics"][number];
const metric = (secondsBefore: number, data: Metric["data"], type = "price"): Metric => ({
  ...{ time: time(secondsBefore), ingested_at: time(secondsBefore), type, data },
});
const write = (botId: string, metrics: Metric[]) => store.own.writeOutput([{ botId, lines: [], metrics }]);
const evenly = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    metric(Math.round(day - 1 - (n * (day - 2)) / count), { symbol: "A", value: n }),
  );

test("when the window moves, samples from before it are left out, and new ones are added", async () => {
  await write("moving", evenly(5_000));
  await overviewsAt(store, ["moving"], window);
  const later = { from: time(day - 5 * 3600), to: time(-5 * 3600) };
  await write(
    "moving",
    Array.from({ length: 300 }, (_, n) => metric(-n * 60, { symbol: "A", value: -n })),
  );
  const [overview] = await overviewsAt(store, ["moving"], later);
  const times = overview!.trend!.points.map(([at]) => Date.parse(at));
  const step = (24 * 3_600_000) / 28;
  expect(times[0]).toBeGreaterThanOrEqual(Date.parse(later.from));
  expect(times[0]).toBeLessThan(Date.parse(later.from) + step);
  expect(times.at(-1)).toBe(end + 299 * 60_000);
  for (const [n, at] of times.entries())
    if (n > 0) expect(at - times[n - 1]!, `sample ${n}`).toBeLessThan(2 * step);
  expect(times.length).toBeGreaterThan(20);
  expect(times.length).toBeLessThanOrEqual(30);
});

test("kept samples are those that would be found, also after late metrics and removed ones", async () => {
  let bots = 0;
  const value = fc.integer({ min: 0, max: 99 });
  const written = fc.array(
    fc.record({ ago: fc.integer({ min: 1, max: day }), value, symbol: fc.constantFrom("A", "A", "B") }),
    { minLength: 1, maxLength: 12 },
  );
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ late: fc.boolean(), written }) },
    { weight: 1, arbitrary: fc.record({ removed: fc.constantFrom("old", "excess") }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const bot = `any-${bots++}`;
      let now = day;
      for (const done of steps) {
        if ("written" in done) {
          const metrics = done.written.map(({ ago, ...data }) => {
            // Most metrics are newer than all before; late ones are of any time.
            if (!done.late) now -= Math.ceil(now / 50) % 600;
            return metric(done.late ? ago : now, data);
          });
          await write(bot, metrics);
        } else if (done.removed === "old") await removeOldMetrics(store, bot, time(day / 2));
        else await removeExcessMetrics(store, bot, 1_000);
        const kept = await overviewsAt(store, [bot], window);
        expect(kept).toEqual(await overviewsAt({ ...store, samples: new KeptSamples() }, [bot], window));
      }
    }),
    { numRuns: 60 },
  );
});
