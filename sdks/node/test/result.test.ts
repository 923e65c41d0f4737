import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linesOf, RealBot } from "./real-bot.ts";

const bot = (body: string) =>
  new RealBot(
    `import { error, errorWithData, metric, result, success, successWithData } from "@botyard/sdk";\n${body}`,
  );

test.each([
  ['success("done")', { status: "success", message: "done" }],
  ['success("done", { n: 1 })', { status: "success", message: "done", data: { n: 1 } }],
  ['success("done", undefined)', { status: "success", message: "done" }],
  ['success("done", null)', { status: "success", message: "done", data: null }],
  ['successWithData("é\\n", {})', { status: "success", message: "é\n", data: {} }],
  ['result({ status: "error", own: true })', { status: "error", own: true }],
  ['success("first"); result({ n: 2 })', { n: 2 }],
])(
  "%s writes its document, and the run continues [RES-1] [RES-2] [RES-5] [RES-11]",
  async (call, document) => {
    const real = bot(`${call}; metric("after", {});`);
    expect(await real.run()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("after"),
      stderr: "",
    });
    expect(real.result()).toEqual(document);
    expect(real.files()).toEqual(["bot.mjs", "node_modules", "result.json"]);
  },
);

test.each([
  ['error("boom €")', { status: "error", message: "boom €" }],
  ['error("boom €", { detail: 7 })', { status: "error", message: "boom €", data: { detail: 7 } }],
  ['errorWithData("boom €", null)', { status: "error", message: "boom €", data: null }],
])(
  "%s writes result and log and exits with 1, without finally blocks or exit hooks [RES-7] [RES-8]",
  async (call, document) => {
    const real = bot(`
    process.on("exit", () => console.log("HOOK"));
    process.on("beforeExit", () => console.log("HOOK"));
    success("earlier");
    console.log("x".repeat(300_000));
    try { ${call}; } catch { console.log("CATCH"); } finally { console.log("FINALLY"); }`);
    const { exitCode, stdout, stderr } = await real.run();
    expect(exitCode).toBe(1);
    expect(stdout).toBe(`${"x".repeat(300_000)}\n`);
    expect(linesOf(stderr)).toEqual([{ level: "error", timestamp: expect.any(String), message: "boom €" }]);
    expect(real.result()).toEqual(document);
  },
);

test.each(["setInterval(() => {}, 1000)", "for (;;) {}"])(
  "error ends the whole process from a worker thread, while the main thread does %s [RES-7] [RES-8]",
  async (meanwhile) => {
    const real = bot(`
      import { isMainThread, Worker } from "node:worker_threads";
      process.on("exit", () => metric("hook", {}));
      if (isMainThread) {
        const started = new Int32Array(new SharedArrayBuffer(4));
        new Worker(new URL(import.meta.url), { workerData: started });
        ${meanwhile};
      } else try { error("from a worker"); } finally { metric("finally", {}); }`);
    const { exitCode, stdout, stderr } = await real.run();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(linesOf(stderr)).toMatchObject([{ level: "error", message: "from a worker" }]);
    expect(real.result()).toEqual({ status: "error", message: "from a worker" });
  },
);

test("error logs a result that it cannot write and still exits with 1 [RES-9]", async () => {
  const { exitCode, stderr } = await bot('error("boom")').run({ RESULT_PATH: "missing/result.json" });
  expect(exitCode).toBe(1);
  expect(linesOf(stderr)).toMatchObject([
    { level: "error", message: "boom" },
    {
      level: "error",
      message: expect.stringMatching(/^cannot write the result to \/.*missing\/result\.json: ENOENT$/),
    },
  ]);
});

test("error with an invalid message or data fails as success does, and the bot continues [RES-3]", async () => {
  const real = bot(`
    const codes = [];
    for (const call of [() => error(5), () => errorWithData("m", () => 1), () => errorWithData("m", undefined), () => result([])])
      try { call(); } catch (failure) { codes.push(failure.code); }
    metric("codes", { codes });`);
  const { exitCode, stdout, stderr } = await real.run();
  expect({ exitCode, stderr, result: real.result() }).toEqual({ exitCode: 0, stderr: "", result: undefined });
  expect(linesOf(stdout)).toMatchObject([
    {
      data: {
        codes: [
          "result.invalid_message",
          "result.invalid_data",
          "result.invalid_data",
          "result.invalid_data",
        ],
      },
    },
  ]);
});

test("a result that cannot be written is an error in the bot; no directory or file is created [RES-6]", async () => {
  const real = bot(
    'try { success("x"); } catch (failure) { metric(failure.code, { cause: failure.cause.code }); }',
  );
  const { stdout } = await real.run({ RESULT_PATH: "missing/result.json" });
  expect(linesOf(stdout)).toMatchObject([{ _metric: "result.write_failed", data: { cause: "ENOENT" } }]);
  expect(real.files()).toEqual(["bot.mjs", "node_modules"]);
});

test("a directory at the result path is kept, and no temporary file is left [RES-4] [RES-6]", async () => {
  const real = bot('try { success("x"); } catch (failure) { metric(failure.code, {}); }');
  mkdirSync(join(real.directory, "out/result.json"), { recursive: true });
  const { stdout } = await real.run({ RESULT_PATH: "out/result.json" });
  expect(linesOf(stdout)).toMatchObject([{ _metric: "result.write_failed" }]);
  expect(real.files("out")).toEqual(["result.json"]);
});

test("an uncaught failure exits with a non-zero code and keeps the earlier result [RES-13]", async () => {
  const real = bot('success("earlier"); throw new Error("late");');
  const { exitCode, stderr } = await real.run();
  expect(exitCode).toBe(1);
  expect(stderr).toContain("late");
  expect(real.result()).toEqual({ status: "success", message: "earlier" });
});

test("an empty variable counts as unset, and relative paths are relative to the working directory [ENV-2] [ENV-4]", async () => {
  const real = bot('success("x");');
  await real.run({ RESULT_PATH: "", CODE_MOUNT_DIR: "" });
  expect(real.result()).toEqual({ status: "success", message: "x" });
});
