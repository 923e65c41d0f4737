import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { linesOf, RealBot, type Served } from "./real-bot.ts";

const botProgram = `import { query } from "@botyard/sdk";
class NoPrice extends Error {}
const price = (symbol) => {
  throw new NoPrice("no price for " + symbol);
};
query.handler("/bad", () => price("AAPL"));
query.handler("/later", async () => { await null; return price("MSFT"); });
query.handler("/left", () => { setTimeout(() => price("LEFT")); return 1; });
query.handler("/left-text", () => { Promise.reject("left"); return 1; });
query.handler("/left-nothing", () => { Promise.reject(); return 1; });
await query.run();`;

/** Collects the records that a serving bot has written so far. */
function recordsOf({ child }: Served): () => Record<string, unknown>[] {
  let text = "";
  child.stderr!.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => linesOf(text);
}

test("a failed query writes one record with type, file and line [Q-38] [Q-40] [Q-41]", async () => {
  const bot = new RealBot(botProgram);
  const { exitCode, stderr, answer } = await bot.ask("/bad");
  expect({ exitCode, answer }).toEqual({
    exitCode: 1,
    answer: { status: "error", error: "no price for AAPL", code: "query.handler_failed" },
  });
  const file = join(bot.directory, "bot.mjs");
  expect(linesOf(stderr)).toEqual([
    {
      level: "error",
      timestamp: expect.any(String),
      message: "no price for AAPL",
      data: { path: "/bad", type: "NoPrice", file, line: 4, stack: expect.stringContaining("bot.mjs:6:") },
    },
  ]);
});

test("the record of a query over HTTP is written when the answer arrives [Q-38]", async () => {
  const served = await new RealBot(botProgram).serve();
  for (const path of ["/bad", "/later"]) expect((await fetch(served.url + path)).status).toBe(500);
  served.child.kill("SIGKILL");
  expect(linesOf((await served.end).stderr)).toMatchObject([
    { message: "no price for AAPL", data: { path: "/bad", line: 4 } },
    { message: "no price for MSFT", data: { path: "/later", line: 4 } },
  ]);
});

test("the place of an SDK error is the bot's call of the SDK [Q-41]", async () => {
  const bot = new RealBot(`import { query, state } from "@botyard/sdk";
    query.handler("/set", () => {
      state.set("a", 1);
    });
    await query.run();`);
  const [record] = linesOf((await bot.ask("/set")).stderr);
  expect(record).toMatchObject({
    message: "state is read-only in a query process: set",
    data: { type: "BotyardError", file: join(bot.directory, "bot.mjs"), line: 3 },
  });
});

test("with a source map the place is in the source file [Q-41]", async () => {
  const bot = new RealBot(botProgram);
  const source = `import { query } from "@botyard/sdk";

interface Order {
  symbol: string;
}

const place = (order: Order): never => {
  throw new TypeError(\`cannot place \${order.symbol}\`);
};
query.handler("/order", () => place({ symbol: "AAPL" }));
await query.run();
`;
  const { code } = await transform(source, { loader: "ts", sourcefile: "bot.ts", sourcemap: "inline" });
  writeFileSync(join(bot.directory, "bot.mjs"), code);
  const { stderr } = await bot.run({ QUERY_PATH: "/order", NODE_OPTIONS: "--enable-source-maps" });
  expect(linesOf(stderr)).toMatchObject([
    { data: { type: "TypeError", file: join(bot.directory, "bot.ts"), line: 8 } },
  ]);
  expect(code.split("\n").findIndex((line) => line.includes("throw new TypeError"))).not.toBe(7);
});

test("failed work that a handler did not wait for is recorded without a path [Q-44]", async () => {
  const bot = new RealBot(botProgram);
  const served = await bot.serve();
  const records = recordsOf(served);
  for (const path of ["/left", "/left-text", "/left-nothing"]) await fetch(served.url + path);
  await expect.poll(() => records().length).toBe(3);
  const file = join(bot.directory, "bot.mjs");
  expect(records().map(({ level, message, data }) => ({ level, message, data }))).toEqual(
    expect.arrayContaining([
      {
        level: "error",
        message: "no price for LEFT",
        data: { type: "NoPrice", file, line: 4, stack: expect.stringContaining("bot.mjs:8:") },
      },
      { level: "error", message: "left", data: { type: "string" } },
      { level: "error", message: "a failure without a message", data: { type: "undefined" } },
    ]),
  );
  served.child.kill("SIGTERM");
  expect(await served.end).toMatchObject({ exitCode: 0 });
});
