import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ended, linesOf, RealBot } from "./real-bot.ts";

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("a metric is one line on standard output, a log record one on standard error [MET-1] [LOG-1]", async () => {
  const bot = new RealBot(`
    import { input, log, metric } from "@botyard/sdk";
    const { botId, config } = input.parse();
    metric("price", { symbol: config.symbol, value: NaN, botId });
    for (const level of ["debug", "info", "warn", "error"]) log[level](level + "\\n€", { n: 1 });
    log.info("bare");`);
  const before = Date.now();
  const { exitCode, stdout, stderr } = await bot.run({
    BOT_CONFIG: '{"symbol":"É\u{1F600}"}',
    LANG: "C",
    TZ: "Asia/Kathmandu",
  });
  expect(exitCode).toBe(0);
  const [metric] = linesOf(stdout);
  expect(stdout.endsWith("}\n")).toBe(true);
  expect(metric).toEqual({
    _metric: "price",
    timestamp: expect.stringMatching(stamp),
    data: { symbol: "É\u{1F600}", value: null, botId: "b-1" },
  });
  expect(Date.parse(metric!.timestamp as string)).toBeGreaterThanOrEqual(before);
  expect(linesOf(stderr)).toEqual([
    ...["debug", "info", "warn", "error"].map((level) => ({
      level,
      timestamp: expect.stringMatching(stamp),
      message: `${level}\n€`,
      data: { n: 1 },
    })),
    { level: "info", timestamp: expect.stringMatching(stamp), message: "bare" },
  ]);
});

test("a metric is written before the bot is killed [MET-1]", async () => {
  const bot = new RealBot(
    'import { metric } from "@botyard/sdk"; metric("last", {}); process.kill(process.pid, "SIGKILL");',
  );
  const { signal, stdout } = await bot.run();
  expect(signal).toBe("SIGKILL");
  expect(linesOf(stdout)).toMatchObject([{ _metric: "last" }]);
});

test("lines stay whole with a slow reader and console.log [MET-1]", async () => {
  const bot = new RealBot(`
    import { metric } from "@botyard/sdk";
    for (let i = 0; i < 50; i++) { metric("big", { i, pad: "x".repeat(20_000) }); console.log(JSON.stringify({ i })); }`);
  const child = bot.start();
  child.stdout!.pause();
  const end = ended(child);
  child.stdout!.pause();
  await once(child.stdout!, "readable");
  child.stdout!.resume();
  const lines = linesOf((await end).stdout);
  expect(lines.map((line) => (line.data as { i: number } | undefined)?.i ?? line.i)).toEqual(
    Array.from({ length: 50 }, (_, i) => [i, i]).flat(),
  );
});

test("a line that is longer than the buffer of a non-blocking pipe stays whole [MET-1]", async () => {
  const bot = new RealBot(`
    import { log } from "@botyard/sdk";
    process.stderr._handle.setBlocking(false);
    for (let i = 0; i < 5; i++) log.info("big", { i, pad: "x".repeat(500_000) });`);
  const { exitCode, stdout, stderr } = await bot.run();
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
  expect(linesOf(stderr).map((line) => (line.data as { i: number }).i)).toEqual([0, 1, 2, 3, 4]);
});

test.each([
  ["a file", 2000],
  ["a pipe", 2000],
  ["a pipe", 30_000],
])("lines of several threads do not mix in %s, %d characters each [MET-1]", async (sink, length) => {
  const bot = new RealBot(`
    import { Worker, isMainThread } from "node:worker_threads";
    import { metric } from "@botyard/sdk";
    if (isMainThread) for (let n = 0; n < 2; n++) new Worker(new URL(import.meta.url));
    for (let i = 0; i < 200; i++) metric("m", { i, pad: "x".repeat(${length}) });`);
  const output = sink === "a file" ? openSync(join(bot.directory, "out"), "a") : undefined;
  const { exitCode, stdout, stderr } = await ended(bot.start({}, output));
  if (output !== undefined) closeSync(output);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(linesOf(output === undefined ? stdout : bot.read("out"))).toHaveLength(600);
});

test("a worker that is terminated during a write does not block the others [MET-1]", async () => {
  const bot = new RealBot(`
    import { Worker, isMainThread } from "node:worker_threads";
    import { metric } from "@botyard/sdk";
    if (!isMainThread) for (;;) metric("m", { pad: "x".repeat(65_000) });
    const worker = new Worker(new URL(import.meta.url));
    await new Promise((resolve) => worker.once("online", resolve));
    await worker.terminate();
    metric("after", {});`);
  const { exitCode, stdout } = await bot.run();
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout.trimEnd().split("\n").at(-1)!)).toMatchObject({ _metric: "after" });
});

test("a broken pipe is an error in the bot, not a signal [MET-5] [LOG-3]", async () => {
  const bot = new RealBot(`
    import { writeFileSync } from "node:fs";
    import { log, metric } from "@botyard/sdk";
    const codes = [];
    const until = (act) => { for (;;) try { act(); } catch (error) { return codes.push([error.code, error.message]); } };
    process.on("message", () => {});
    until(() => metric("m", {}));
    until(() => log.info("m"));
    writeFileSync("codes.json", JSON.stringify(codes));`);
  const child = bot.start();
  child.stdout!.destroy();
  child.stderr!.destroy();
  expect(await ended(child)).toMatchObject({ exitCode: 0, signal: null });
  expect(JSON.parse(bot.read("codes.json"))).toEqual([
    ["metric.write_failed", 'cannot write metric "m" to standard output: EPIPE'],
    ["log.write_failed", "cannot write a log line to standard error: EPIPE"],
  ]);
});

test("a full disk is an error in the bot [MET-5]", async () => {
  const bot = new RealBot(`
    import { log, metric } from "@botyard/sdk";
    try { metric("m", {}); } catch (error) { log.info(error.code, { message: error.message }); }`);
  const full = openSync("/dev/full", "w");
  const { stderr } = await ended(bot.start({}, full));
  closeSync(full);
  expect(linesOf(stderr)).toMatchObject([
    {
      message: "metric.write_failed",
      data: { message: 'cannot write metric "m" to standard output: ENOSPC' },
    },
  ]);
});

test("a refused metric or log record writes nothing [MET-2] [LOG-2]", async () => {
  const bot = new RealBot(`
    import { log, metric } from "@botyard/sdk";
    for (const act of [() => metric("", {}), () => metric("m", []), () => metric("m", { f() {} }), () => log.info(5), () => log.info("m", "x")])
      try { act(); process.exitCode = 1; } catch (error) { if (!error.code.includes(".invalid_")) throw error; }`);
  expect(await bot.run()).toEqual({ exitCode: 0, signal: null, stdout: "", stderr: "" });
});
