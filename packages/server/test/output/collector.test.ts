import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BotEvent, LogRecord } from "../../src/model/model.ts";
import type { Source } from "../../src/output/collector.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { type Collecting, openCollecting } from "./collecting.ts";

let dir: Collecting["dir"];
let store: Collecting["store"];
let bus: Collecting["bus"];
let source: Collecting["source"];
let collector: Collecting["collector"];
let open: Collecting["open"];
let take: Collecting["take"];
let close: Collecting["close"];
beforeEach(async () => {
  ({ dir, store, bus, source, collector, open, take, close } = await openCollecting());
});
afterEach(() => close());

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
