import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Source } from "../../src/output/collector.ts";
import type { Batch, EngineStore } from "../../src/store/index.ts";
import { engineStoreOf } from "../../src/store/sql/engine-store.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { type Collecting, openCollecting } from "./collecting.ts";

const lanes = 3;
const bots = ["bot_1", "bot_2", "bot_3", "bot_4", "bot_5"];

let collecting: Collecting;
beforeEach(async () => {
  collecting = await openCollecting();
});
afterEach(() => collecting.close());

/** Opens a collector whose store is written to by several at the same time. */
function open(
  writeOutput: (write: EngineStore["writeOutput"]) => EngineStore["writeOutput"],
  more: Partial<EngineStore> = {},
) {
  const store = engineStoreOf(collecting.store);
  return collecting.open({
    store: { ...store, outputLanes: lanes, ...more, writeOutput: writeOutput(store.writeOutput) },
  });
}

function sourceOf(botId: string, text: string): Source {
  const files = { ...collecting.source.files, stdout: join(collecting.dir, botId) };
  writeFileSync(files.stdout, text);
  return { ...collecting.source, launchId: `launch of ${botId}`, botId, files };
}

const linesOf = async (botId: string) =>
  (await listLogs(collecting.store, botId, { limit: 10_000 })).items.map(({ message }) => message);

test("the lines of each bot are stored in their order, however long each transaction takes", async () => {
  let writes = 0;
  const { promise: atOnce, resolve } = Promise.withResolvers<void>();
  const collector = open((write) => async (batches) => {
    const own = ++writes;
    if (own === lanes) resolve();
    // The first one of each lane waits for the others; later, every second one is passed by others.
    await atOnce;
    for (let n = 0; n < (own % 2) * 50; n++) await new Promise((resolve) => setImmediate(resolve));
    return write(batches);
  });
  const texts = Array.from({ length: 3_000 }, (_, n) => `line ${n}`);
  const following = bots.map((bot) => collector.follow(sourceOf(bot, `${texts.join("\n")}\n`)));
  await Promise.all(following.map((one) => one.finish()));
  for (const bot of bots) expect(await linesOf(bot)).toEqual(texts);
});

test("while the output of one bot cannot be stored, that of bots in other lanes is", async () => {
  let isBroken = true;
  const collector = open((write) => async (batches) => {
    if (isBroken && batches.some(({ botId }) => botId === "bot_1")) throw new Error("no");
    return write(batches);
  });
  const [first, second] = ["bot_1", "bot_2"].map((bot) => collector.follow(sourceOf(bot, "hello\n")));
  const finished = first!.finish();
  await second!.finish();
  expect([await linesOf("bot_1"), await linesOf("bot_2")]).toEqual([[], ["hello"]]);
  isBroken = false;
  await finished;
  expect(await linesOf("bot_1")).toEqual(["hello"]);
});

test("a store that asks for several reads at a time has fewer and larger transactions", async () => {
  const texts = Array.from({ length: 10_000 }, (_, n) => `line ${n}`);
  const writesWith = async (outputSlices: number, botId: string): Promise<number> => {
    let writes = 0;
    const count = (write: EngineStore["writeOutput"]) => (batches: readonly Batch[]) => {
      writes++;
      return write(batches);
    };
    await open(count, { outputSlices })
      .follow(sourceOf(botId, `${texts.join("\n")}\n`))
      .finish();
    expect(await linesOf(botId)).toEqual(texts);
    return writes;
  };
  const one = await writesWith(1, "bot_1");
  expect(await writesWith(4, "bot_2")).toBeLessThan(one / 2);
});
