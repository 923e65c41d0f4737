import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bus } from "../../src/bus.ts";
import { systemClock } from "../../src/clock.ts";
import { Collector } from "../../src/output/collector.ts";
import { Masker } from "../../src/output/masking/masker.ts";
import { engineStoreOf } from "../../src/store/sql/engine-store.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { opened } from "../store/opened.ts";

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "botyard-backlog-"));
  store = await opened(dir);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Counts the turns of the event loop. */
function countTurns() {
  const counter = { turns: 0, stop: () => clearImmediate(immediate) };
  const next = () => {
    counter.turns++;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  return counter;
}

test.each([
  ["very short lines", "a\n", 50_000],
  ["long lines", `${"x".repeat(60_000)}\n`, 500],
  ["metrics", '{"_metric":"price","value":1}\n', 20_000],
])("a backlog of %s is stored in small steps between which other work runs", async (_, line, count) => {
  const counter = countTurns();
  const engine = engineStoreOf(store);
  const write = engine.writeOutput;
  const steps: { records: number; turn: number }[] = [];
  engine.writeOutput = (batches) => {
    const records = batches.reduce((sum, { lines, metrics }) => sum + lines.length + metrics.length, 0);
    steps.push({ records, turn: counter.turns });
    return write(batches);
  };
  const files = {
    stdout: join(dir, "stdout"),
    stderr: join(dir, "stderr"),
    result: join(dir, "result.json"),
  };
  writeFileSync(files.stdout, line.repeat(count));
  const limits = { logRate: 1e9, logBurst: 1e9, lineBytes: 64 * 1024, unreadBytes: 1024 ** 3 };
  const log = pino({ level: "silent" });
  const collector = new Collector({ store: engine, bus: new Bus(), clock: systemClock, log, ...limits });
  const offsets = { stdout: 0, stderr: 0 };
  const masker = new Masker([]);
  const source = { launchId: "launch_1", botId: "bot_1", files, offsets, masker, hasRow: false };
  await collector.follow(source).finish();
  await collector.stop();
  counter.stop();
  expect(steps.reduce((sum, { records }) => sum + records, 0)).toBe(count);
  expect(Math.max(...steps.map(({ records }) => records))).toBeLessThan(700);
  expect(new Set(steps.map(({ turn }) => turn)).size).toBe(steps.length);
});
