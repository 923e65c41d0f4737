import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stateKeys } from "@botyard/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { intervalsAtMost } from "../../src/selection/event-counts.ts";
import { deleteState, readState, removeTemporaryFiles, writeState } from "../../src/state/state.ts";
import type { NewLine, NewMetric } from "../../src/store/index.ts";
import { listLogs, summarizeLogs } from "../../src/store/sql/logs.ts";
import { latestMetrics, listMetrics } from "../../src/store/sql/metrics.ts";
import { removeExcessLines, removeOldLines, removeOldMetrics } from "../../src/store/sql/retention.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { opened } from "../store/opened.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "botyard-reading-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("stored output", () => {
  let store: Store;
  beforeEach(async () => {
    store = await opened(dir);
  });
  afterEach(() => store.close());

  const time = (second: number) => new Date(Date.UTC(2027, 0, 5) + second * 1000).toISOString();
  const line = (second: number, more: Partial<NewLine> = {}): NewLine => ({
    stream: "stdout",
    level: "info",
    time: time(second),
    ingested_at: time(second),
    message: `line ${second}`,
    ...more,
  });
  const add = (lines: NewLine[], metrics: (Omit<NewMetric, "ingested_at"> & Partial<NewMetric>)[] = []) =>
    store.own.writeOutput([
      {
        botId: "bot_1",
        lines,
        metrics: metrics.map((metric) => ({ ingested_at: metric.time, ...metric })),
      },
    ]);
  const seqs = async (filter: Parameters<typeof listLogs>[2]) =>
    (await listLogs(store, "bot_1", filter)).items.map(({ seq }) => seq);

  test("is listed newest first, in both directions, and for one bot only", async () => {
    await add(Array.from({ length: 20 }, (_, at) => line(at)));
    await store.own.writeOutput([{ botId: "bot_2", lines: [line(99)], metrics: [] }]);
    expect(await seqs({ limit: 3 })).toEqual([18, 19, 20]);
    expect(await seqs({ limit: 3, before: 18 })).toEqual([15, 16, 17]);
    expect(await seqs({ limit: 3, after: 5 })).toEqual([6, 7, 8]);
    expect(await seqs({ limit: 3, from: time(2), to: time(10) })).toEqual([9, 10, 11]);
    expect(await seqs({ limit: 30, after: 15, before: 18 })).toEqual([16, 17]);
    expect(await seqs({ limit: 3, before: 18, from: time(2), to: time(10) })).toEqual([9, 10, 11]);
    expect(await seqs({ limit: 3, after: 5, from: time(8), to: time(10) })).toEqual([9, 10, 11]);
    expect(await seqs({ limit: 9, before: 18, to: time(2) })).toEqual([1, 2, 3]);
    expect(await seqs({ limit: 3, from: time(2) })).toEqual([18, 19, 20]);
    expect(await seqs({ limit: 3, to: time(2) })).toEqual([1, 2, 3]);
    expect(await seqs({ limit: 3, after: 20 })).toEqual([]);
  });

  test("is paged backwards without loss, whatever times the lines have", async () => {
    await add(Array.from({ length: 100 }, (_, at) => line((at * 37) % 100)));
    const found: number[] = [];
    for (let before = 101; ; before = found[0] ?? 0) {
      const page = await seqs({ limit: 7, before, from: time(10), to: time(89) });
      if (page.length === 0) break;
      found.unshift(...page);
    }
    const inside = Array.from({ length: 100 }, (_, at) => at).filter(
      (at) => Math.floor(((at * 37) % 100) / 10) % 9 > 0,
    );
    expect(found).toEqual(inside.map((at) => at + 1));
  });

  test("is found by level, stream and text, also when matches are rare", async () => {
    await add([line(0, { level: "fatal", stream: "stderr", message: "Needle 100% here" })]);
    await add(Array.from({ length: 9_000 }, (_, at) => line(1 + Math.floor(at / 100))));
    await add([line(100, { level: "warn", fields: { symbol: "AAPL" } })]);
    for (const range of [{}, { from: time(0), to: time(200) }]) {
      expect(await seqs({ limit: 5, level: "warn", ...range })).toEqual([1, 9002]);
      expect(await seqs({ limit: 5, level: "error", ...range })).toEqual([1]);
      expect(await seqs({ limit: 5, stream: "stderr", ...range })).toEqual([1]);
      expect(await seqs({ limit: 5, q: "needle 100%", ...range })).toEqual([1]);
      expect(await seqs({ limit: 5, q: "aapl", ...range })).toEqual([9002]);
      expect(await seqs({ limit: 5, q: "needle_", ...range })).toEqual([]);
      expect(await seqs({ limit: 9_000, ...range })).toHaveLength(9_000);
    }
  });

  test("is found by text in any letter case, in messages and in fields", async () => {
    await add([
      line(0, { message: "ÄPFEL und Birnen" }),
      line(1, { fields: { fruit: 'Говорит "ДА"' } }),
      line(2, { fields: { path: "C:\\new" } }),
    ]);
    expect(await seqs({ limit: 5, q: "äpfel" })).toEqual([1]);
    expect(await seqs({ limit: 5, q: "ÄPFEL UND" })).toEqual([1]);
    expect(await seqs({ limit: 5, q: 'говорит "да"' })).toEqual([2]);
    expect(await seqs({ limit: 5, q: '"path":"C:' })).toEqual([3]);
    expect(await seqs({ limit: 5, q: "c:\\NEW" })).toEqual([3]);
    expect(await seqs({ limit: 5, q: "\n" })).toEqual([]);
  });

  test("is found by text with U+0000 only where it has one", async () => {
    await add([
      line(0),
      line(1, { message: "before\0After" }),
      line(2, { fields: { raw: "a\0b" } }),
      line(3, { fields: { raw: "a\\u0000b" } }),
      line(4, { message: "%" }),
    ]);
    for (const range of [{}, { from: time(0), to: time(9) }, { after: 0 }]) {
      expect(await seqs({ limit: 9, q: "\0", ...range })).toEqual([2, 3]);
      expect(await seqs({ limit: 9, q: "\0after", ...range })).toEqual([2]);
      expect(await seqs({ limit: 9, q: "after", ...range })).toEqual([2]);
      expect(await seqs({ limit: 9, q: "\0x", ...range })).toEqual([]);
      expect(await seqs({ limit: 9, q: "%", ...range })).toEqual([5]);
      expect(await seqs({ limit: 9, run_id: "\0", ...range })).toEqual([]);
    }
    const [found] = (await listLogs(store, "bot_1", { after: 1, limit: 1 })).items;
    expect(found?.message).toBe("before\0After");
    expect(await listMetrics(store, "bot_1", { type: "\0", max_points: 9 })).toMatchObject({ total: 0 });
  });

  test("is summarised by level, first and last line, grouped errors and dropped lines", async () => {
    await add([
      line(1),
      line(2, { level: "error", message: 'order 17 of "AAPL" refused' }),
      line(3, { level: "error", message: 'order 18 of "IBM" refused' }),
      line(4, { level: "fatal", message: "gone", dropped_before: 7 }),
      line(500),
    ]);
    const summary = await summarizeLogs(store, "bot_1", time(0), time(100));
    expect(summary).toMatchObject({ total: 4, dropped: 7, first_at: time(1), last_at: time(4) });
    expect(summary.by_level).toEqual({ trace: 0, debug: 0, info: 1, warn: 0, error: 2, fatal: 1 });
    expect(summary.top_errors).toEqual([
      { message: 'order 18 of "IBM" refused', count: 2, last_at: time(3) },
      { message: "gone", count: 1, last_at: time(4) },
    ]);
  });

  test("is downsampled without losing a peak, and marked as such", async () => {
    const metrics = Array.from({ length: 10_000 }, (_, at) => {
      const value = at === 4_321 ? 1_000 : at === 7_654 ? -1_000 : Math.sin(at / 50);
      return { type: "price", time: time(at), data: { symbol: "AAPL", value } };
    });
    await add([], metrics);
    await add([], [{ type: "sma", time: time(5), data: { x: 1 } }]);
    const list = await listMetrics(store, "bot_1", { type: "price", max_points: 200 });
    expect(list).toMatchObject({ total: 10_000, downsampled: true });
    expect(list.items.length).toBeLessThanOrEqual(200);
    expect(list.items.length).toBeGreaterThan(100);
    const values = list.items.map(({ data }) => data.value as number);
    expect(Math.max(...values)).toBe(1_000);
    expect(Math.min(...values)).toBe(-1_000);
    expect(list.items.at(-1)?.seq).toBe(10_000);
    expect(list.items.map((item) => item.time)).toEqual(list.items.map((item) => item.time).sort());
    const few = await listMetrics(store, "bot_1", { from: time(9_990), max_points: 200 });
    expect(few).toMatchObject({ total: 10, downsampled: false });
    expect((await listMetrics(store, "bot_1", { after: 9_999, max_points: 200 })).items).toHaveLength(2);
    expect((await latestMetrics(store, "bot_1")).items.map(({ type, seq }) => [type, seq])).toEqual([
      ["price", 10_000],
      ["sma", 10_001],
    ]);
  });

  test("is downsampled to as many as are asked for, without losing a signal, a trade or a metric without a number", async () => {
    const of = (at: number): { type: string; data: Record<string, unknown> } =>
      at % 60 === 7
        ? { type: "trade", data: { symbol: "AAPL", price: 9, quantity: at } }
        : at % 60 === 8
          ? { type: "decision", data: { side: "sell", symbol: "AAPL", price: at } }
          : at % 60 === 9
            ? { type: "state", data: { now: "flat", time: time(at) } }
            : { type: "tick", data: { symbol: "AAPL", bid: Math.sin(at), ask: 2 + Math.sin(at), volume: 7 } };
    await add(
      [],
      Array.from({ length: 9_000 }, (_, at) => ({ ...of(at), time: time(at) })),
    );
    for (const max_points of [8_000, 1_940, 1_000]) {
      const list = await listMetrics(store, "bot_1", { max_points });
      expect(list).toMatchObject({ total: 9_000, downsampled: true, events_left_out: [] });
      expect(list.items).toHaveLength(max_points);
      for (const type of ["trade", "decision", "state"])
        expect(list.items.filter((item) => item.type === type)).toHaveLength(150);
    }
    const few = await listMetrics(store, "bot_1", { max_points: 200 });
    expect(few.items).toHaveLength(200);
    expect(few.items.filter(({ type }) => type !== "tick")).toHaveLength(100);
    const leftOut = few.events_left_out.reduce((sum, { count }) => sum + count, 0);
    expect(leftOut).toBe(450 - 100);
    expect(few.events_left_out[0]).toEqual({ from: time(60), to: time(70), count: expect.any(Number) });
    expect(few.events_left_out.length).toBeLessThanOrEqual(intervalsAtMost);
  });

  test("is downsampled by size without losing an event, and to nearly that size", async () => {
    const metrics = Array.from({ length: 3_000 }, (_, at) =>
      at % 10 === 0
        ? { type: "signal", time: time(at), data: { type: "BUY", price: at } }
        : { type: "tick", time: time(at), data: { price: Math.sin(at), text: "x".repeat(at % 1_000) } },
    );
    await add([], metrics);
    const bytes = 500_000;
    const { items, downsampled } = await listMetrics(store, "bot_1", { max_points: 3_000, bytes });
    expect(downsampled).toBe(true);
    expect(items.filter(({ type }) => type === "signal")).toHaveLength(300);
    const size = items.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    expect(size).toBeLessThanOrEqual(bytes);
    expect(size).toBeGreaterThan(0.75 * bytes);
  });

  test("is selected and sorted by the time that the data of a metric says, and keeps when it was emitted", async () => {
    const close = (second: number) => ({ symbol: "AAPL", value: second, time: time(second) });
    const closes = Array.from({ length: 600 }, (_, at) => ({
      type: "price",
      time: time(700),
      data: close(at),
    }));
    await add([], [...closes, { type: "price", time: time(650), data: { symbol: "AAPL", value: 650 } }]);
    const some = await listMetrics(store, "bot_1", { from: time(100), to: time(102), max_points: 10 });
    expect(some).toMatchObject({ total: 3, downsampled: false });
    expect(some.items.map(({ data, time }) => [data.value, time])).toEqual([
      [100, time(700)],
      [101, time(700)],
      [102, time(700)],
    ]);
    const thinned = await listMetrics(store, "bot_1", { max_points: 50 });
    expect(thinned.total).toBe(601);
    const values = thinned.items.map(({ data }) => data.value as number);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values.filter((value) => value < 300).length).toBeGreaterThan(10);
    expect(values.at(-1)).toBe(650);
    expect((await latestMetrics(store, "bot_1")).items[0]?.data.value).toBe(650);
  });

  test("is downsampled by type and symbol, so that rare and cheap ones keep theirs", async () => {
    const prices = Array.from({ length: 4_000 }, (_, at) => ({
      type: "price",
      time: time(at),
      data: at % 2 ? { symbol: "BTC", value: 60_000 } : { symbol: "DOGE", value: at === 1_234 ? 9 : 0.1 },
    }));
    await add([], prices);
    const fills = Array.from({ length: 10 }, (_, at) => ({
      type: "fill",
      time: time(at),
      data: { symbol: [1] },
    }));
    await add([], fills);
    const { items, total, downsampled } = await listMetrics(store, "bot_1", { max_points: 100 });
    expect({ total, downsampled }).toEqual({ total: 4_010, downsampled: true });
    expect(items.length).toBeLessThanOrEqual(100);
    expect(items.filter(({ type }) => type === "fill").length).toBeGreaterThan(1);
    expect(items.map(({ data }) => data.value)).toContain(9);
  });

  test("is removed when it is too old or too large, oldest first, and sequence numbers are not reused", async () => {
    await add(
      Array.from({ length: 2_500 }, (_, at) => line(at, { message: "x".repeat(800) })),
      [
        { type: "a", time: time(3_000), ingested_at: time(1), data: {} },
        // A bot may give its metrics any timestamp.
        { type: "a", time: time(1), ingested_at: time(3_000), data: {} },
      ],
    );
    while (await removeOldLines(store, "bot_1", time(1_200)));
    expect((await seqs({ limit: 1, after: 0 }))[0]).toBe(1_201);
    while (await removeExcessLines(store, "bot_1", 300_000));
    const left = await seqs({ limit: 9_999 });
    expect(left.length).toBe(300);
    expect(left.at(-1)).toBe(2_500);
    while (await removeOldMetrics(store, "bot_1", time(100)));
    expect((await listMetrics(store, "bot_1", { max_points: 10 })).items.map(({ seq }) => seq)).toEqual([2]);
    await add(Array.from({ length: 600 }, (_, at) => line(at, { message: `\0${"x".repeat(800)}` })));
    while (await removeExcessLines(store, "bot_1", 300_000));
    expect((await seqs({ limit: 9_999 })).length).toBeLessThan(310);
    while (await removeOldLines(store, "bot_1", time(99_999)));
    await add([line(5_000)]);
    expect(await seqs({ limit: 9 })).toEqual([3_101]);
  });
});

describe("a bot's state", () => {
  test("is listed, read, written and deleted by key, whatever else is in the folder", async () => {
    const state = join(dir, "state");
    expect(await stateKeys(state, { limit: 100 })).toEqual([]);
    await writeState(state, "Größe/1", Buffer.from('{"a":1}'));
    await writeState(state, "b", Buffer.from("2"));
    writeFileSync(join(state, ".tmp-b-0123456789abcdef"), "half");
    writeFileSync(join(state, "Not-A-Key.json"), "1");
    mkdirSync(join(state, "folder.json"));
    expect((await stateKeys(state, { limit: 100 })).map(({ key, bytes }) => [key, bytes])).toEqual([
      ["Größe/1", 7],
      ["b", 1],
    ]);
    expect((await readState(state, "Größe/1"))?.toString()).toBe('{"a":1}');
    expect(await deleteState(state, "b")).toBe(true);
    expect(await deleteState(state, "b")).toBe(false);
    expect(await readState(state, "b")).toBeUndefined();
    expect(readdirSync(state).filter((name) => name.startsWith(".tmp-"))).toHaveLength(1);
  });

  test("that the bot has locked prevents neither its start nor its stop", async () => {
    const state = join(dir, "state");
    mkdirSync(state);
    writeFileSync(join(state, ".tmp-b-0123456789abcdef"), "half");
    chmodSync(state, 0);
    const uid = process.geteuid?.();
    // File modes do not apply to root.
    if (uid === 0) process.seteuid?.(65_534);
    try {
      await expect(readdir(state)).rejects.toMatchObject({ code: "EACCES" });
      await removeTemporaryFiles(state);
    } finally {
      if (uid === 0) process.seteuid?.(0);
      chmodSync(state, 0o700);
    }
    await removeTemporaryFiles(state);
    expect(readdirSync(state)).toEqual([]);
  });

  test("is read neither through links out of its folder nor from pipes", async () => {
    const outside = join(dir, "outside");
    writeFileSync(outside, '"secret"');
    const state = join(dir, "state");
    mkdirSync(state);
    symlinkSync(outside, join(state, "link.json"));
    execFileSync("mkfifo", [join(state, "pipe.json")]);
    expect(await readState(state, "link")).toBeUndefined();
    expect(await readState(state, "pipe")).toBeUndefined();
    expect(await readState(state, "folder")).toBeUndefined();
    expect(await stateKeys(state, { limit: 100 })).toEqual([]);
    await writeState(state, "link", Buffer.from("1"));
    expect(readFileSync(outside, "utf8")).toBe('"secret"');
    expect((await readState(state, "link"))?.toString()).toBe("1");
  });

  test("ignores a folder in place of a key, and replaces it when the key is written", async () => {
    const state = join(dir, "state");
    mkdirSync(join(state, "a.json", "deep"), { recursive: true });
    expect(await deleteState(state, "a")).toBe(false);
    await writeState(state, "a", Buffer.from("1"));
    expect((await readState(state, "a"))?.toString()).toBe("1");
    expect(readdirSync(state)).toEqual(["a.json"]);
  });
});
