import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../src/clock.ts";
import { droppedOf } from "../../src/store/sql/dropped.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { type Collecting, openCollecting } from "./collecting.ts";

let of: Collecting;
beforeEach(async () => {
  of = await openCollecting();
});
afterEach(() => of.close());

const logs = async () => (await listLogs(of.store, "bot_1", { limit: 1_000 })).items;
const dropped = async () => (await droppedOf(of.store, "bot_1")).metrics;

/** Resolves once as many metrics of the bot are counted as dropped. */
async function droppedAre(count: number): Promise<void> {
  while ((await dropped()) !== count) await new Promise((resolve) => setImmediate(resolve));
}

describe("a metric with a number that is not JSON [MET-16]", () => {
  test("is reported with its type, its key and what to do, and counted, not shown as text", async () => {
    expect(
      await of.take('{"_metric":"price","data":{"value":NaN}}\n{"_metric":"price","value":1}\n'),
    ).toMatchObject([
      {
        stream: "system",
        level: "error",
        dropped_metrics: 1,
        message:
          'A metric of type "price" was dropped: "value" is NaN, which is not valid JSON. Emit null or leave the key out.',
      },
    ]);
    expect(await dropped()).toBe(1);
    expect(await metricsAfter(of.store, "bot_1", 0, { limit: 9 })).toMatchObject([{ data: { value: 1 } }]);
  });

  test("is not limited as log lines are, and is masked", async () => {
    of.open({ logRate: 0, logBurst: 0 });
    const [report] = await of.take('{"_metric":"canary-0123456789","x":Infinity}\n'.repeat(100));
    expect(report?.message).toMatch(/^100 metrics were dropped, the last of type .*: "x" is Infinity/);
    expect(report?.message).not.toContain("canary");
    expect(await dropped()).toBe(100);
  });

  test("is reported once a minute for all streams of a bot and at the end of a launch, and counted at once", async () => {
    let ahead = 0;
    const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + ahead) };
    const emit = async (count: number, stream: "stdout" | "stderr") => {
      const before = await dropped();
      appendFileSync(of.source.files[stream], '{"_metric":"a","x":NaN}\n'.repeat(count));
      await droppedAre(before + count);
    };
    const collector = of.open({ clock });
    const reports = async () => (await logs()).map(({ dropped_metrics: count }) => count);
    const first = collector.follow(of.source);
    await emit(1, "stdout");
    await emit(2, "stderr");
    await emit(3, "stdout");
    expect(await reports()).toEqual([1]);
    await first.finish();
    expect(await reports()).toEqual([1, 5]);
    const launch = { ...of.source, offsets: { stdout: 96, stderr: 48 } };
    const second = collector.follow(launch);
    await emit(4, "stdout");
    expect(await reports()).toEqual([1, 5]);
    ahead = 60_000;
    await emit(5, "stderr");
    await second.finish();
    expect(await reports()).toEqual([1, 5, 4, 5]);
    expect(await dropped()).toBe(15);
  });

  test("is reported when the platform stops, and counted once", async () => {
    of.source.hasRow = true;
    let offsets = of.source.offsets;
    of.source.onStored = (stored) => {
      offsets = stored;
    };
    of.collector.follow(of.source);
    for (let count = 1; count <= 5; count++) {
      appendFileSync(of.source.files.stdout, '{"_metric":"a","x":NaN}\n');
      await droppedAre(count);
    }
    await of.collector.stop();
    expect(await logs()).toMatchObject([{ dropped_metrics: 1 }, { dropped_metrics: 4, level: "error" }]);
    await of
      .open()
      .follow({ ...of.source, offsets })
      .finish();
    expect(await dropped()).toBe(5);
  });

  test.each(['{"_metric":"a","x":1,}', '{"_metric":"a","x":', "{'_metric': 'a', 'x': nan}"])(
    "but any other invalid line is text, which loses nothing: %s",
    async (line) => {
      expect(await of.take(`${line}\n`)).toMatchObject([{ stream: "stdout", level: "info", message: line }]);
      expect(await dropped()).toBe(0);
    },
  );
});
