import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DiskLowError } from "../../src/errors/disk-low.ts";
import { droppedOf } from "../../src/store/sql/dropped.ts";
import { engineStoreOf } from "../../src/store/sql/engine-store.ts";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { type Collecting, openCollecting } from "./collecting.ts";

let store: Collecting["store"];
let source: Collecting["source"];
let open: Collecting["open"];
let take: Collecting["take"];
let close: Collecting["close"];
beforeEach(async () => {
  ({ store, source, open, take, close } = await openCollecting());
});
afterEach(() => close());

describe("the collector", () => {
  test("drops no line of a bot below the limit, and counts every line dropped in a flood", async () => {
    open({ logRate: 100, logBurst: 1_000 });
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
    const records = await take(`${lines.join("\n")}\n`);
    const kept = records.filter(({ stream }) => stream === "stdout");
    expect(kept.length).toBeGreaterThanOrEqual(1_000);
    expect(kept.length).toBeLessThan(3_000);
    expect(records.reduce((sum, { dropped_before: droppedBefore = 0 }) => sum + droppedBefore, 0)).toBe(
      20_000 - kept.length,
    );
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
    // The count is reported where the lines are missing.
    let next = 0;
    for (const { stream, message, dropped_before: droppedBefore = 0 } of records) {
      next += droppedBefore;
      if (stream === "stdout") expect(message).toBe(`line ${next++}`);
    }
  });

  test("keeps all metrics of a flood, whatever the rate limit of log lines", async () => {
    open({ logRate: 1, logBurst: 0 });
    const lines = Array.from({ length: 5_000 }, (_, at) => JSON.stringify({ _metric: "n", n: at }));
    const huge = `{"_metric":"huge","x":"${"x".repeat(70_000)}"}`;
    expect(await take(`${lines.join("\n")}\n${huge}\n`)).toMatchObject([{ dropped_metrics: 1 }]);
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 10_000 });
    expect(metrics.map(({ data }) => data.n)).toEqual(lines.map((_, at) => at));
  });

  test("drops log lines of a flood but none of the metrics between them, however they are written", async () => {
    open({ logRate: 1, logBurst: 50 });
    const metric = (n: number) =>
      n % 2 === 0 ? `{"_metric":"n","data":{"n":${n}}}` : ` {"time":0, "_metric" : "n", "n": ${n}}`;
    const noise = '{"note":{"_metric":"no metric"}}\nplain "_metric" text\n{"_metric":7}\n';
    const records = await take(Array.from({ length: 2_000 }, (_, n) => `${noise}${metric(n)}\n`).join(""));
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 10_000 });
    expect(metrics.map(({ data }) => data.n)).toEqual(metrics.map((_, at) => at));
    expect(metrics).toHaveLength(2_000);
    const kept = records.filter(({ stream }) => stream === "stdout").length;
    expect(kept).toBeLessThan(200);
    expect(
      kept + records.reduce((sum, { dropped_before: droppedBefore = 0 }) => sum + droppedBefore, 0),
    ).toBe(6_000);
    expect(await droppedOf(store, "bot_1")).toMatchObject({ metrics: 0, log_lines: 6_000 - kept });
  });

  test("drops the oldest output beyond the unread limit, and reports how many metrics and lines", async () => {
    open({ unreadBytes: 100_000 });
    const forms = [
      (at: number) => `{"_metric":"n","n":${at}}`,
      (at: number) => `{"n":${at},"list":[{"a":"}"}, "_metric"],"_metric":"n"}`,
      () => '{"a":{"_metric":"x"},"list":["_metric",{"_metric":"x"}]}',
      () => '{"message":"\\"_metric\\":\\"x\\"","key":"_metric","_metric":""}',
      (at: number) => `line ${at} "_metric"`,
    ];
    const lines = Array.from({ length: 50_000 }, (_, at) => forms[at % 5]!(at));
    const records = await take(`${lines.join("\n")}\n`);
    const kept = records.filter(({ stream }) => stream === "stdout");
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 100_000 });
    expect(kept.at(-1)?.message).toBe('line 49999 "_metric"');
    expect(metrics.at(-1)?.data.n).toBe(49_996);
    const dropped = await droppedOf(store, "bot_1");
    expect(kept.length + dropped.log_lines).toBe(30_000);
    expect(metrics.length + dropped.metrics).toBe(20_000);
    expect(dropped.metrics).toBeGreaterThan(10_000);
    expect(records[0]).toMatchObject({
      stream: "system",
      level: "error",
      dropped_before: dropped.log_lines,
      dropped_metrics: dropped.metrics,
      message: `${dropped.metrics} metrics and ${dropped.log_lines} log lines of stdout were dropped: the unread output exceeded 100000 bytes.`,
    });
    expect(records.filter(({ stream }) => stream === "system")).toHaveLength(1);
  });

  test("drops and counts unread output that has filled the disk, so that the rest can be stored", async () => {
    const mib = 1024 * 1024;
    const occupied = () => statSync(source.files.stdout).blocks * 512;
    const full = engineStoreOf(store);
    const { writeOutput } = full;
    full.writeOutput = async (batches) => {
      if (occupied() > 24 * mib) throw new DiskLowError();
      return writeOutput.call(full, batches);
    };
    open({ store: full, unreadBytes: 2 * mib });
    const lines = Array.from({ length: 400_000 }, (_, at) =>
      at % 2 === 0
        ? `{"_metric":"n","data":{"n":${at},"x":"${"x".repeat(80)}"}}`
        : `line ${at} ${"y".repeat(90)}`,
    );
    const records = await take(`${lines.join("\n")}\n`);
    expect(occupied()).toBeLessThanOrEqual(24 * mib);
    const kept = records.filter(({ stream }) => stream === "stdout");
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 500_000 });
    const dropped = await droppedOf(store, "bot_1");
    expect(kept.at(-1)?.message).toMatch(/^line 399999 /);
    expect(kept.length + dropped.log_lines).toBe(200_000);
    expect(metrics.length + dropped.metrics).toBe(200_000);
    expect(dropped.metrics).toBeGreaterThan(100_000);
  });

  test("reports each metric over 64 KiB as dropped, masks secrets in its type, and keeps one of exactly 64 KiB", async () => {
    const metric = (type: string, bytes: number) => {
      const line = `{"_metric":"${type}","data":{"x":""}}`;
      return line.replace('""', `"${"y".repeat(bytes - line.length)}"`);
    };
    const records = await take(
      [
        metric("largest", 65_536),
        metric("of canary-0123456789", 65_537),
        metric("endless", 20 * 1024 * 1024),
        `{"data":{"_metric":"inner","x":"${"y".repeat(70_000)}"}}`,
        metric("last", 100),
      ].join("\n"),
    );
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 10 });
    expect(metrics.map(({ type }) => type)).toEqual(["largest", "last"]);
    expect(records.map(({ level, message }) => `${level} ${message.slice(0, 61)}`)).toEqual([
      'error A metric of type "of ********" was dropped: its line is 65537',
      expect.stringMatching(/^error A metric of type "endless" was dropped: its line is at/),
      'info {"data":{"_metric":"inner","x":"yyyyyyyyyyyyyyyyyyyyyyyyyyyyy',
    ]);
    expect(records[2]?.truncated).toBe(true);
    expect(await droppedOf(store, "bot_1")).toMatchObject({ metrics: 2, log_lines: 0 });
  });

  test("applies the rate limit to the whole time during which the platform was not running", async () => {
    open({ logRate: 1_000, logBurst: 100 });
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`);
    source.unheardSince = new Date(Date.now() - 10_000);
    const records = await take(`${lines.join("\n")}\n`);
    expect(records).toHaveLength(5_000);
  });
});
