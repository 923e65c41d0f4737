import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readExactJson } from "@botyard/core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAtMost } from "../../src/selection/metric-page.ts";
import { heldPerPoint } from "../../src/selection/metric-selection.ts";
import type { MetricFilter, MetricPage } from "../../src/store/filters.ts";
import { listMetrics, metricPage } from "../../src/store/sql/metrics.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { metricsAtOnce } from "../../src/store/sqlite/metric-scan.ts";
import { opened } from "./opened.ts";
import { byTime, fieldsOf, type Group, lowestAndHighest, plainList, type Row } from "./plain-metrics.ts";

let dir: string;
let store: Store;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-metrics-"));
  store = await opened(dir);
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

let bots = 0;
async function add(given: readonly Omit<Row, "seq">[]): Promise<{ bot: string; rows: Row[] }> {
  const bot = `bot_${++bots}`;
  const rows = given.map((row, at) => ({ ...row, seq: at + 1 }));
  const none = { run_id: null, ingested_at: null, emitted_at: null };
  for (let from = 0; from < rows.length; from += 1_000) {
    const some = rows.slice(from, from + 1_000).map((row) => ({ ...none, bot_id: bot, ...row }));
    await store.ingest.insertInto("metrics").values(some).execute();
  }
  return { bot, rows };
}

const at = (ms: number) => new Date(Date.UTC(2027, 0, 5) + ms).toISOString();
const number = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map(String),
  fc.constantFrom(
    "12345678901234567890",
    "-12345678901234567890123",
    "1.00",
    "1e300",
    "0.1000000000000000055511",
  ),
);
const data = fc
  .record(
    {
      symbol: fc.constantFrom('"A"', '"ä,\\n\\""', '"\\u0000"', "7", "null"),
      x: number,
      y: fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: fc.constant('"none"') }),
      text: fc.constantFrom(300, 998, 1_500, 5_000).map((length) => JSON.stringify("ö".repeat(length / 2))),
    },
    { requiredKeys: ["x"] },
  )
  .map((fields) => `{${Object.entries(fields).map(([name, text]) => `"${name}":${text}`)}}`);
/** Without widened intervals, each time of a group has the extremes of each field. */
const heldOf = (group: Group) =>
  new Set(group.rows.map(({ time }) => time)).size * Math.max(1, 2 * fieldsOf(group).length);
const types = ["a", "ä,", '"\n', "\0", "signal"];
const given = fc
  .array(
    fc.record({
      type: fc.constantFrom(...types),
      time: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(1_000, 10_000)).map(at),
      data,
    }),
    { minLength: 50, maxLength: 200 },
  )
  .chain((metrics) =>
    fc.constantFrom(
      metrics,
      metrics.toSorted((a, b) => (a.time < b.time ? -1 : 1)),
    ),
  );
const filter = fc.record({
  /** Of all metrics. */
  points: fc.constantFrom(0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5),
  narrower: fc.oneof(
    fc.constant({}),
    fc.constant({}),
    fc.record(
      {
        bytes: fc.constantFrom(1_000, 20_000),
        type: fc.constantFrom(...types),
        from: fc.integer({ min: 0, max: 100 }).map(at),
        to: fc.integer({ min: 200, max: 1_000 }).map(at),
        after: fc.integer({ min: 0, max: 50 }),
      },
      { requiredKeys: [] },
    ),
  ),
});

test("a list has the metrics of a plain implementation, with all digits", async () => {
  await fc.assert(
    fc.asyncProperty(given, fc.array(filter, { minLength: 1, maxLength: 5 }), async (metrics, filters) => {
      const { bot, rows } = await add(metrics);
      const isInOrder = rows.every(({ time }, at) => at === 0 || rows[at - 1]!.time <= time);
      for (const { points, narrower } of filters) {
        const filter: MetricFilter = {
          ...narrower,
          max_points: Math.max(1, Math.floor(points * rows.length)),
        };
        const { items, total, downsampled } = await listMetrics(store, bot, filter);
        const expected = plainList(rows, filter);
        expect({ total, downsampled }).toEqual({ total: expected.total, downsampled: expected.downsampled });
        const found = items.map(({ seq }) => rows[seq - 1]!);
        expect(items.map(({ data, ...of }) => ({ ...of, data: JSON.stringify(data) }))).toEqual(
          found.map(({ data, ...row }) => ({
            ...row,
            bot_id: bot,
            data: JSON.stringify(readExactJson(data)),
          })),
        );
        expect(found).toEqual(found.toSorted(byTime));
        const held = expected.groups.reduce((sum, group) => sum + heldOf(group), 0);
        // Among equal values, the first is kept of those in order of time.
        const mostHeld = heldPerPoint * filter.max_points;
        if (held <= mostHeld && total <= mostHeld && (filter.after === undefined || isInOrder)) {
          expect(found).toEqual(expected.kept);
          continue;
        }
        // Where intervals are widened while the metrics are read, only the highest peaks are certain.
        expect(found.length).toBeLessThanOrEqual(Math.max(filter.max_points, expected.groups.length));
        if (filter.bytes !== undefined) continue;
        for (const group of expected.groups) {
          const fields = fieldsOf(group);
          if (group.most <= 2 * fields.length) continue;
          const kept = found.filter((row) => group.rows.includes(row));
          for (const field of fields) {
            const values = (of: Row[]) =>
              lowestAndHighest(of, field).map(({ data }) => JSON.parse(data)[field] as number);
            expect(values(kept)).toEqual(values(group.rows));
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("every metric is read once, also where many have the same time", async () => {
  const count = 3 * metricsAtOnce + 7;
  const many = Array.from({ length: count }, (_, n) => ({
    type: n % 5 ? "often" : "seldom",
    time: at(Math.floor(n / metricsAtOnce)),
    data: `{"n":${n},"text":"${"x".repeat(n % 700 === 3 ? 60_000 : 2)}"}`,
  }));
  const { bot } = await add(many);
  for (const filter of [{}, { type: "often" }, { after: 0 }, { after: metricsAtOnce, to: at(2) }]) {
    const { items, total, downsampled } = await listMetrics(store, bot, { ...filter, max_points: 10_000 });
    expect(downsampled).toBe(false);
    expect(total).toBe(items.length);
    const expected = many.flatMap(({ type, time }, n) =>
      ("type" in filter && type !== filter.type) ||
      ("after" in filter && n < filter.after!) ||
      ("to" in filter && time > filter.to!)
        ? []
        : [n],
    );
    expect(items.map(({ data }) => data.n)).toEqual(expected);
  }
});

test("thousands of types and symbols are listed with the extremes of a frequent one", async () => {
  const rare = Array.from({ length: 3_000 }, (_, n) => ({
    type: `rare ${n % 300}`,
    time: at(n),
    data: `{"symbol":"S${n}","v":${n}}`,
  }));
  const frequent = Array.from({ length: 3_000 }, (_, n) => ({
    type: "frequent",
    time: at(n),
    data: `{"v":${n === 1_234 ? 99 : n === 2_345 ? -99 : n % 7}}`,
  }));
  const { bot } = await add([...rare, ...frequent]);
  const { items, total, downsampled } = await listMetrics(store, bot, { max_points: 6_000 - 2_500 });
  expect({ total, downsampled }).toEqual({ total: 6_000, downsampled: true });
  expect(items.length).toBeLessThanOrEqual(3_500);
  const values = items.filter(({ type }) => type === "frequent").map(({ data }) => data.v);
  expect(values).toEqual(expect.arrayContaining([99, -99]));
  const few = await listMetrics(store, bot, { max_points: 10 });
  expect(few.total).toBe(6_000);
});

test("pages hold every metric that matches once, also those that come meanwhile, and end after many others", async () => {
  const { bot, rows } = await add(
    Array.from({ length: readAtMost + 500 }, (_, n) => ({
      ...{ type: n % 5_000 === 0 ? "rare" : "often", time: at(1_000_000 - n), data: `{"n":${n}}` },
    })),
  );
  const whole = async (filter: object) => {
    const pages: number[][] = [];
    let after: number | undefined;
    do {
      const from = after !== undefined && { after };
      const page: MetricPage = await metricPage(store, bot, { ...filter, ...from, limit: 1_000 });
      pages.push(page.items.map(({ seq }) => seq));
      after = page.next;
    } while (after !== undefined);
    return pages;
  };
  expect((await whole({})).flat()).toEqual(rows.map(({ seq }) => seq));
  expect((await whole({ newestFirst: true })).flat()).toEqual(rows.map(({ seq }) => seq).toReversed());
  const rare = await whole({ type: "rare" });
  expect(rare.map(({ length }) => length)).toEqual([10, 1]);
  // The bot wrote its times in reverse.
  expect((await whole({ from: at(999_990), to: at(999_995) })).flat()).toEqual([6, 7, 8, 9, 10, 11]);
});
