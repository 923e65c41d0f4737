import { afterAll, describe, expect, test } from "vitest";
import { openPlatform } from "../../../server/test/http/harness.ts";
import { createMockPlatform } from "../../src/index.ts";

const minute = 60_000;
const base = Date.parse("2026-03-10T00:00:00.000Z");
const at = (minutes: number) => new Date(base + minutes * minute).toISOString();
const count = 100;
/** A record, its JSON and the names of its fields are larger than its text. */
const mostBytes = 1.2 * 1024 * 1024;

/** Every other line is long. Their times are not in order, and there are never more than two of the same time. */
const lines = Array.from({ length: count }, (_, n) => ({
  time: at((n * 37) % 70),
  message: `line ${n + 1} ${n % 2 ? "x".repeat(60_000) : ""}`,
}));
const metrics = [
  ...Array.from({ length: 300 }, (_, n) => ({
    time: at(n),
    type: "price",
    // The highest values are the longest metrics.
    data: { value: n, text: "x".repeat(n % 10 === 0 ? 60_000 : 100) },
  })),
  ...Array.from({ length: 50 }, (_, n) => ({
    time: at(1_000),
    type: `type ${String(n).padStart(2, "0")}`,
    data: { text: "x".repeat(30_000) },
  })),
];
const runs = Array.from({ length: 30 }, (_, n) => ({
  id: `run_${String(n).padStart(3, "0")}`,
  tick: at(n),
  scheduled_at: at(n),
  status: "success" as const,
  result: { text: "x".repeat(100_000) },
}));

interface Side {
  bot: string;
  daily: string;
  /** Asks below the root of the API. */
  get(path: string): Promise<string>;
}

async function server(): Promise<Side> {
  const platform = await openPlatform({ settings: { readsPerMinute: 1e6 } });
  afterAll(() => platform.close());
  const bot = await platform.admin.bot("alpha");
  const daily = await platform.admin.bot("daily", { type: "scheduled" });
  const common = { ingested_at: at(0), stream: "stdout", level: "info" } as const;
  await platform.engine.storage.writeOutput([
    {
      botId: bot,
      lines: lines.map((line) => ({ ...line, ...common })),
      metrics: metrics.map((metric) => ({ ...metric, ingested_at: at(0) })),
    },
  ]);
  for (const run of runs)
    await platform.engine.storage.addRun({
      ...run,
      ...{ bot_id: daily, version: "1.0.0", revision: 1, queued_at: run.tick },
    });
  return { bot, daily, get: async (path) => (await platform.admin.get(path)).text };
}

async function mock(): Promise<Side> {
  const platform = await createMockPlatform({
    now: at(2_000),
    bots: [
      { name: "alpha", bot_id: "bot_a", logs: lines, metrics },
      { name: "daily", bot_id: "bot_d", type: "scheduled/daily", runs },
    ],
  });
  afterAll(() => platform.close());
  const get = async (path: string) => {
    const headers = { authorization: `ApiKey ${platform.key}` };
    return (await platform.fetch(platform.apiUrl + path, { headers })).text();
  };
  return { bot: "bot_a", daily: "bot_d", get };
}

/** Follows the cursors from the first page. Returns the pages' items and the size of the largest page. */
async function followed({ get }: Side, path: string) {
  const pages: Record<string, unknown>[][] = [];
  let largest = 0;
  let cursor: string | undefined;
  do {
    const text = await get(cursor === undefined ? path : `${path}&cursor=${cursor}`);
    const { items, next_cursor } = JSON.parse(text);
    pages.push(items);
    largest = Math.max(largest, text.length);
    cursor = next_cursor;
  } while (cursor !== undefined);
  return { pages, items: pages.flat(), largest };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const seqs = (items: Record<string, unknown>[]) => items.map(({ seq }) => seq as number);

describe.each([
  ["server", server],
  ["mock", mock],
])("%s", async (_, open) => {
  const side = await open();
  const logs = `/bots/${side.bot}/logs?limit=1000`;

  test("pages of long lines are bounded, and those after a line are in order without a gap", async () => {
    const { pages, items, largest } = await followed(side, `${logs}&after=3`);
    expect(seqs(items)).toEqual(numbers(4, count));
    expect(pages.map(({ length }) => length)).toEqual([35, 36, 26]);
    expect(largest).toBeLessThan(mostBytes);
  });

  test("the newest lines come page by page, each page in order, down to the first", async () => {
    const { pages, largest } = await followed(side, `${logs}&before=90`);
    expect(pages.toReversed().flatMap(seqs)).toEqual(numbers(1, 89));
    expect(pages[0]!.at(-1)).toMatchObject({ seq: 89 });
    expect(largest).toBeLessThan(mostBytes);
    const few = await followed(side, `/bots/${side.bot}/logs?limit=7&before=90&q=LINE`);
    expect(few.pages.toReversed().flatMap(seqs)).toEqual(numbers(1, 89));
  });

  test("lines of a time window, written in any order of time, come from the latest to the earliest", async () => {
    const { pages, items } = await followed(side, `${logs}&from=${at(0)}&to=${at(69)}`);
    expect(seqs(items).toSorted((a, b) => a - b)).toEqual(numbers(1, count));
    const times = pages.map((page) => page.map(({ time }) => time as string).sort());
    for (const [n, page] of times.slice(1).entries())
      expect(page.at(-1)! <= times[n]![0]!, `page ${n + 2}`).toBe(true);
    expect(pages.length).toBeGreaterThan(2);
  });

  test("pages of runs with large results are bounded", async () => {
    const ids = runs.map(({ id }) => id);
    const found = await followed(side, `/bots/${side.daily}/runs?limit=200&status=success`);
    expect(found.items.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(found.pages.map(({ length }) => length)).toEqual([11, 11, 8]);
    const ticks = await followed(side, `/bots/${side.daily}/ticks?from=${at(0)}&to=${at(29)}`);
    expect(ticks.items.map(({ id }) => id)).toEqual(ids);
    expect(Math.max(found.largest, ticks.largest)).toBeLessThan(mostBytes);
  });

  test("large metrics are downsampled, and the latest of many types come in pages", async () => {
    const path = `/bots/${side.bot}/metrics?type=price&max_points=10000`;
    const text = await side.get(path);
    const { items, downsampled, total } = JSON.parse(text);
    expect([downsampled, total, text.length < mostBytes]).toEqual([true, 300, true]);
    expect(items.length).toBeGreaterThan(10);
    expect(items.at(-1).data.value).toBe(299);
    const whole = await followed(side, `/bots/${side.bot}/metrics/all?type=price`);
    expect(whole.items).toHaveLength(300);
    expect(whole.pages.length).toBeGreaterThan(1);
    expect(whole.largest).toBeLessThan(mostBytes);
    const latest = await followed(side, `/bots/${side.bot}/metrics/latest?`);
    expect(latest.items.map(({ type }) => type)).toEqual([
      "price",
      ...metrics.slice(300).map(({ type }) => type),
    ]);
    expect(latest.pages.map(({ length }) => length)).toEqual([36, 15]);
    expect(latest.largest).toBeLessThan(mostBytes);
  });

  test("a cursor of another list, or one that was changed, is refused", async () => {
    for (const place of [["after"], ["after", "x"], ["until", "3"], ["2026-03-10", "3"]]) {
      const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
      expect(JSON.parse(await side.get(`${logs}&cursor=${cursor}`)).code, String(place)).toBe(
        "invalid_cursor",
      );
    }
  });
});
