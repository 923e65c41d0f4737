import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Bus } from "../../src/bus.ts";
import { systemClock } from "../../src/clock.ts";
import type { BotEvent, LogRecord } from "../../src/model.ts";
import { Collector, type CollectorOptions, type Source } from "../../src/output/collector.ts";
import { Masker } from "../../src/output/masking/masker.ts";
import { openStore, type Store } from "../../src/store/sqlite/database.ts";
import { droppedOf } from "../../src/store/sqlite/dropped.ts";
import { engineStoreOf } from "../../src/store/sqlite/engine-store.ts";
import { listLogs } from "../../src/store/sqlite/logs.ts";
import { metricsAfter } from "../../src/store/sqlite/metrics.ts";

let dir: string;
let store: Store;
let bus: Bus;
let collector: Collector;
let source: Source;

function open(options: Partial<CollectorOptions> = {}): Collector {
  return new Collector({
    store: engineStoreOf(store),
    bus,
    clock: systemClock,
    log: pino({ level: "silent" }),
    logRate: 1e9,
    logBurst: 1e9,
    lineBytes: 64 * 1024,
    unreadBytes: 1024 ** 3,
    ...options,
  });
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "botyard-collector-"));
  store = await openStore(dir);
  bus = new Bus();
  collector = open();
  const files = {
    stdout: join(dir, "stdout"),
    stderr: join(dir, "stderr"),
    result: join(dir, "result.json"),
  };
  writeFileSync(files.stdout, "");
  writeFileSync(files.stderr, "");
  const masker = new Masker(["canary-0123456789"]);
  source = {
    launchId: "launch_1",
    botId: "bot_1",
    files,
    offsets: { stdout: 0, stderr: 0 },
    masker,
    hasRow: false,
  };
});
afterEach(async () => {
  await collector.stop();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Collects the standard output of a process that has ended. */
async function take(text: string | Buffer, stream: "stdout" | "stderr" = "stdout"): Promise<LogRecord[]> {
  appendFileSync(source.files[stream], text);
  await collector.follow(source).finish();
  return (await listLogs(store, "bot_1", { limit: 1_000_000 })).items;
}

const messages = (records: LogRecord[]) => records.map(({ message }) => message);

describe("the collector", () => {
  test("keeps text lines, structured records and metrics of both streams", async () => {
    appendFileSync(
      source.files.stderr,
      'oops\n{"level":"warn","message":"careful","data":{"n":1}}\n{"_metric":"price","value":2}\n',
    );
    const records = await take(
      'hello\n{"_metric":"sma","timestamp":"2026-01-02T03:04:05.678Z","data":{"x":1}}\n',
    );
    expect(records.map(({ stream, level, message, fields }) => ({ stream, level, message, fields }))).toEqual(
      [
        { stream: "stdout", level: "info", message: "hello", fields: undefined },
        { stream: "stderr", level: "error", message: "oops", fields: undefined },
        { stream: "stderr", level: "warn", message: "careful", fields: { data: { n: 1 } } },
      ],
    );
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 10 });
    expect(metrics.map(({ type, data }) => [type, data])).toEqual([
      ["sma", { x: 1 }],
      ["price", { value: 2 }],
    ]);
    expect(metrics[0]?.time).toBe("2026-01-02T03:04:05.678Z");
  });

  test("keeps every digit of numbers that exceed a double", async () => {
    const long =
      '{"id":12345678901234567890,"rate":0.12345678901234567891,"same":0.30000000000000004,"e":1e-07}';
    const told: BotEvent[] = [];
    bus.subscribe("bot_1", (events) => told.push(...events));
    const records = await take(`{"_metric":"order","data":${long}}\n{"msg":"sent","order":${long}}\n`);
    const kept = long.replace("1e-07", "1e-7");
    expect(JSON.stringify(records[0]?.fields)).toBe(`{"order":${kept}}`);
    const [metric] = await metricsAfter(store, "bot_1", 0, { limit: 10 });
    expect(JSON.stringify(metric?.data)).toBe(kept);
    expect(JSON.stringify(told)).toContain(`"data":${kept}`);
  });

  test("collects a last line without line feed only once the process has ended", async () => {
    const following = collector.follow(source);
    appendFileSync(source.files.stdout, "one\ntw");
    await new Promise<void>((resolve) => bus.subscribe("bot_1", () => resolve()));
    expect(messages((await listLogs(store, "bot_1", { limit: 10 })).items)).toEqual(["one"]);
    appendFileSync(source.files.stdout, "o");
    await following.finish();
    expect(messages((await listLogs(store, "bot_1", { limit: 10 })).items)).toEqual(["one", "two"]);
  });

  test("cuts and marks a line over 64 KiB, and continues with the next one", async () => {
    const lines = [70_000, 300_000, 65_536, 65_537].map(
      (length) => "ü".repeat(length / 2) + "x".repeat(length % 2),
    );
    const records = await take(`${lines.join("\n")}\nafter\n`);
    expect(records.map(({ message, truncated }) => [Buffer.byteLength(message), truncated])).toEqual([
      [65_536, true],
      [65_536, true],
      [65_536, undefined],
      [65_536, true],
      [5, undefined],
    ]);
    expect(records[0]?.message).not.toContain("\ufffd");
  });

  test("limits the memory for a line without end, and keeps the lines after it", async () => {
    const records = await take(`${"x".repeat(40 * 1024 * 1024)}\nafter\n`);
    expect(records.at(-1)?.message).toBe("after");
    expect(records.slice(0, -1).every(({ truncated }) => truncated)).toBe(true);
  });

  test("keeps binary data as text", async () => {
    const noise = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7919) % 256));
    const records = await take(Buffer.concat([noise, Buffer.from("\nafter\n")]));
    expect(records.at(-1)?.message).toBe("after");
    expect(records.length).toBeGreaterThan(10);
  });

  test("masks secrets in lines, fields and metrics, and where a line is cut", async () => {
    const secret = "canary-0123456789";
    const records = await take(
      [
        `plain ${secret}`,
        JSON.stringify({ message: "m", data: { [secret]: secret, url: `http://x/?k=${secret}` } }),
        JSON.stringify({ _metric: "m", data: { note: secret } }),
        `${"x".repeat(65_530)}${secret} and more`,
        "-----BEGIN PRIVATE KEY-----",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
        "-----END PRIVATE KEY-----",
        "all clear",
      ].join("\n"),
    );
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 10 });
    const everything = JSON.stringify([records, metrics]);
    expect(everything).not.toContain("canary");
    expect(everything).not.toContain("MIIEv");
    expect(records.at(-1)?.message).toBe("all clear");
  });

  test("masks a secret that was written in two pieces", async () => {
    const following = collector.follow(source);
    appendFileSync(source.files.stdout, "one\nthe canary-01234");
    await new Promise<void>((resolve) => bus.subscribe("bot_1", () => resolve()));
    appendFileSync(source.files.stdout, "56789 is here\n");
    await following.finish();
    expect(messages((await listLogs(store, "bot_1", { limit: 10 })).items)).toEqual([
      "one",
      "the ******** is here",
    ]);
  });

  test("drops no line of a bot below the limit, and counts every line dropped in a flood", async () => {
    collector = open({ logRate: 100, logBurst: 1_000 });
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
    collector = open({ logRate: 1, logBurst: 0 });
    const lines = Array.from({ length: 5_000 }, (_, at) => JSON.stringify({ _metric: "n", n: at }));
    const huge = `{"_metric":"huge","x":"${"x".repeat(70_000)}"}`;
    expect(await take(`${lines.join("\n")}\n${huge}\n`)).toMatchObject([{ dropped_metrics: 1 }]);
    const metrics = await metricsAfter(store, "bot_1", 0, { limit: 10_000 });
    expect(metrics.map(({ data }) => data.n)).toEqual(lines.map((_, at) => at));
  });

  test("drops log lines of a flood but none of the metrics between them, however they are written", async () => {
    collector = open({ logRate: 1, logBurst: 50 });
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
    collector = open({ unreadBytes: 100_000 });
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
    collector = open({ logRate: 1_000, logBurst: 100 });
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`);
    source.unheardSince = new Date(Date.now() - 10_000);
    const records = await take(`${lines.join("\n")}\n`);
    expect(records).toHaveLength(5_000);
  });

  test.each([
    ["lines", "noise noise noise\n"],
    ["metrics", '{"_metric":"noise","data":{"n":1}}\n'],
  ])(
    "publishes a printed line within a tenth of a second, whatever %s another bot prints",
    async (_, noise) => {
      collector = open({ logRate: 10_000, logBurst: 20_000 });
      const noisy: Source = {
        ...source,
        botId: "bot_2",
        launchId: "launch_2",
        files: { ...source.files, stdout: join(dir, "noisy"), stderr: join(dir, "none") },
      };
      writeFileSync(noisy.files.stdout, "");
      collector.follow(noisy);
      collector.follow(source);
      const lateness: number[] = [];
      let heard: (() => void) | undefined;
      bus.subscribe("bot_1", (events: readonly BotEvent[]) => {
        for (const event of events) {
          if (event.channel === "logs") lateness.push(performance.now() - Number(event.record.message));
        }
        heard?.();
      });
      for (let at = 0; at < 100; at++) {
        // Every second line is printed while the other bot is quiet, to tell its noise from that of the machine.
        if (at % 2 === 1) appendFileSync(noisy.files.stdout, noise.repeat(300));
        const answered = new Promise<void>((resolve) => {
          heard = resolve;
        });
        appendFileSync(source.files.stdout, `${performance.now()}\n`);
        await answered;
      }
      expect(lateness).toHaveLength(100);
      const mostLate = (parity: number) =>
        lateness.filter((_, at) => at % 2 === parity).sort((a, b) => a - b)[Math.floor(50 * 0.9)]!;
      expect(mostLate(1)).toBeLessThan(Math.max(100, 4 * mostLate(0)));
    },
  );
});
