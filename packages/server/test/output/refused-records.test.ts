import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bus } from "../../src/bus.ts";
import { systemClock } from "../../src/clock.ts";
import type { BotEvent } from "../../src/model/model.ts";
import { Outlet } from "../../src/output/outlet.ts";
import type { Batch, NewLine } from "../../src/store/index.ts";
import { engineStoreOf } from "../../src/store/sql/engine-store.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { listMetrics } from "../../src/store/sql/metrics.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { opened } from "../store/opened.ts";

const at = "2026-11-02T10:00:00.000Z";
const line = (message: string, more: Partial<NewLine> = {}): NewLine => ({
  ...{ stream: "stdout", level: "info", time: at, ingested_at: at, message },
  ...more,
});
const metric = (value: number, type = "price") => ({ type, time: at, data: { value }, ingested_at: at });
/** A value that no column for texts has: stands for whatever a database may refuse. */
const nothing = null as unknown as string;

let dir: string;
let store: Store;
let events: BotEvent[];
let outlet: Outlet;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "botyard-refused-"));
  store = await opened(dir);
  const bus = new Bus();
  events = [];
  for (const bot of ["bot_1", "bot_2"]) bus.subscribe(bot, (more) => events.push(...more));
  const engine = engineStoreOf(store);
  outlet = new Outlet({
    store: engine,
    bus,
    clock: systemClock,
    log: pino({ level: process.env.LOG ?? "silent" }),
  });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const batch = (botId: string, lines: NewLine[], metrics: Batch["metrics"] = []): Batch => ({
  ...{ botId, lines, metrics },
});
const logOf = async (bot: string) => (await listLogs(store, bot, { limit: 1_000 })).items;

test("a line that the store refuses is reported in its place, and stops no other output", async () => {
  const many = Array.from({ length: 100 }, (_, index) => line(`line ${index}`));
  many[37] = line(nothing);
  const relieve = async () => outlet.close();
  expect(await outlet.store([batch("bot_1", many), batch("bot_2", [line("of another bot")])], relieve)).toBe(
    true,
  );
  const stored = await logOf("bot_1");
  expect(stored.map(({ message }) => message)).toEqual(
    many.map(({ message }, index) =>
      index === 37 ? expect.stringMatching(/^A line was dropped, because the store refused it: /) : message,
    ),
  );
  expect(stored[37]).toMatchObject({ stream: "system", level: "error", dropped_before: 1, seq: 38 });
  expect(events.filter(({ channel, bot_id }) => channel === "logs" && bot_id === "bot_1")).toHaveLength(100);
  expect((await logOf("bot_2")).map(({ message }) => message)).toEqual(["of another bot"]);
});

test("a metric that the store refuses is counted, and the others are stored", async () => {
  const metrics = [metric(1), metric(2, nothing), metric(3)];
  const lines = [line("kept", { run_id: "run_1" })];
  expect(await outlet.store([batch("bot_1", lines, metrics)], async () => outlet.close())).toBe(true);
  expect((await listMetrics(store, "bot_1", { max_points: 10 })).items.map(({ data }) => data)).toEqual([
    { value: 1 },
    { value: 3 },
  ]);
  const [kept, report] = await logOf("bot_1");
  expect(kept?.message).toBe("kept");
  expect(report?.message).toMatch(/^A metric was dropped, because the store refused it: /);
  expect(report?.dropped_metrics).toBe(1);
});

test("a bot whose every line is refused is told so by few lines, after few attempts", async () => {
  let attempts = 0;
  const engine = engineStoreOf(store);
  const refusalOf: typeof engine.refusalOf = (one) => {
    attempts++;
    return engine.refusalOf(one);
  };
  const counting = { ...engine, refusalOf };
  const bus = new Bus();
  const log = pino({ level: process.env.LOG ?? "silent" });
  const another = new Outlet({ store: counting, bus, clock: systemClock, log });
  const many = Array.from({ length: 400 }, () => line(nothing));
  expect(await another.store([batch("bot_1", many)], async () => another.close())).toBe(true);
  expect(attempts).toBeLessThan(150);
  const stored = await logOf("bot_1");
  expect(stored.reduce((sum, { dropped_before }) => sum + (dropped_before ?? 0), 0)).toBe(400);
  expect(stored.at(-1)?.message).toMatch(
    /^\d+ lines and 0 metrics were dropped, because the store refused some: /,
  );
});

test("lines with any character are stored as they are", async () => {
  const messages = [
    "\0",
    "a\0b\0\0c",
    "\uFDD0",
    "\uFDD00 \uFDD0\0",
    "\u0001\u007f\u0080\uFFFF",
    "\u{10FFFF}",
    "",
  ];
  const lines = messages.map((message) => line(message, { fields: { "\0": message } }));
  expect(await outlet.store([batch("bot_1", lines)], async () => outlet.close())).toBe(true);
  const stored = await logOf("bot_1");
  expect(stored.map(({ message }) => message)).toEqual(messages);
  expect(stored.map(({ fields }) => fields)).toEqual(messages.map((message) => ({ "\0": message })));
});
