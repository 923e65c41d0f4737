import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countKeys, measureWritten, stateKeys } from "../src/index.ts";
import { offeredIsolations, openTemporary, openWorkshop, printed } from "./workshop.ts";

const few = 10;
const many = 30_000;
const rounds = 4;
const limits = { memoryBytes: 128 << 20, processes: 40, cpus: 2, openFiles: 256, files: 2 * many };

let root: string;
const stateOf = (count: number) => join(root, `${count}`);
beforeAll(async () => {
  root = mkdtempSync(join(openTemporary, "botyard-pauses-"));
  await chmod(root, 0o755);
  for (const count of [few, many]) {
    mkdirSync(stateOf(count));
    for (let n = 0; n < count; n++) writeFileSync(join(stateOf(count), `${n}.json`), "1");
  }
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the longest pause of the event loop during some work: the shortest of several rounds, for a busy machine. */
async function pauseOf(work: () => unknown): Promise<number> {
  const pauses: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const pause = monitorEventLoopDelay({ resolution: 1 });
    pause.enable();
    // The first look only begins to measure.
    await delay(20);
    await work();
    await delay(20);
    pause.disable();
    pauses.push(pause.max);
  }
  return Math.min(...pauses);
}

test.each(await offeredIsolations())(
  "others do not wait while a bot with many files is started in isolation %s",
  async (isolation) => {
    const workshop = await openWorkshop(isolation);
    const launch = async (count: number) => {
      // As if the bot had written meanwhile.
      utimesSync(stateOf(count), new Date(), new Date());
      const of = { botId: `bot_${count}`, stateDir: stateOf(count), limits };
      const started = await workshop.start("echo started; exec sleep 60", of);
      await printed(started, "started");
      await started.kill();
    };
    try {
      await launch(few);
      expect(await pauseOf(() => launch(many))).toBeLessThan(5 * (await pauseOf(() => launch(few))));
    } finally {
      await workshop.close();
    }
  },
  60_000,
);

test.each<[string, (dir: string) => Promise<unknown>]>([
  ["keys are listed", (dir) => stateKeys(dir, { limit: 200 })],
  ["keys are counted", (dir) => countKeys(dir, 10 * many)],
  ["disk space is measured", (dir) => measureWritten([dir], {})],
])("others do not wait while the %s of a bot with many files", async (_, work) => {
  const dir = stateOf(many);
  const atOnce = () => readdirSync(dir).map((name) => lstatSync(join(dir, name)));
  expect(await pauseOf(() => work(dir))).toBeLessThan((await pauseOf(atOnce)) / 3);
});
