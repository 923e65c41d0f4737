import { expect, test } from "vitest";
import { RealBot } from "./real-bot.ts";

const said = async (program: string): Promise<string[]> => {
  const { exitCode, stdout } = await new RealBot(program).run();
  expect(exitCode).toBe(0);
  return stdout.split("\n").filter(Boolean);
};
const term = "process.kill(process.pid, 'SIGTERM');";

test("a first call in a worker thread is refused [STOP-5]", async () => {
  const inWorker = `import { stop } from "@botyard/sdk"; import { parentPort } from "node:worker_threads";
    try { stop.requested(); } catch (error) { parentPort.postMessage([error.code, error.message]); }`;
  const lines = await said(`
    import { writeFileSync } from "node:fs";
    import { Worker } from "node:worker_threads";
    writeFileSync("worker.mjs", ${JSON.stringify(inWorker)});
    new Worker(new URL("worker.mjs", import.meta.url)).on("message", (told) => console.log(told.join(": ")));`);
  expect(lines).toEqual([
    "stop.unavailable: a request to stop cannot be received: Node tells only the main thread of signals",
  ]);
});

test("the signal aborts what takes one, and listeners of the bot are called [STOP-4]", async () => {
  const lines = await said(`
    import { createServer } from "node:http";
    import { stop } from "@botyard/sdk";
    process.on("SIGTERM", () => console.log("own, before"));
    const silent = createServer(() => { ${term} }).listen(0, "127.0.0.1", async () => {
      try {
        await fetch("http://127.0.0.1:" + silent.address().port, { signal: stop.signal() });
      } catch (error) {
        console.log(error.name, stop.requested(), await stop.wait(60), stop.signal() === stop.signal());
      }
      silent.closeAllConnections();
      silent.close();
    });
    stop.requested();
    process.on("SIGTERM", () => console.log("own, after"));`);
  expect(lines).toEqual(["own, before", "own, after", "AbortError true true true"]);
});

test("a bot that has asked, and waits for nothing, ends by itself [STOP-1]", async () => {
  expect(await said('import { stop } from "@botyard/sdk"; console.log(stop.requested());')).toEqual([
    "false",
  ]);
});

test("a wait that has ended leaves nothing behind", async () => {
  const lines = await said(`
    import { getEventListeners } from "node:events";
    import { stop } from "@botyard/sdk";
    await Promise.all(Array.from({ length: 50 }, () => stop.wait(0.01)));
    console.log(getEventListeners(stop.signal(), "abort").length, process.listenerCount("SIGTERM"));`);
  expect(lines).toEqual(["0 1"]);
});
