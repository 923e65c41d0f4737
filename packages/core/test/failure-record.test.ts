import { describe, expect, test } from "vitest";
import { answerOneShot, createRegistry, failureRecord, type QueryHandler } from "../src/index.ts";

/** Returns the record of a handler that is queried as `/q`. */
async function recordOf(handler: QueryHandler) {
  const registry = createRegistry();
  registry.register("/q", handler);
  const outcome = await answerOneShot(registry, { QUERY_PATH: "/q", QUERY_PARAMS: '{"n":"x"}' });
  if (outcome.kind !== "handler_failed") throw new Error(`the handler did not fail: ${outcome.kind}`);
  return failureRecord(outcome.message, outcome.failure);
}

/** Returns the record of an error with this stack. */
function recordOfStack(stack: string, message = "m") {
  const thrown = Object.assign(new Error(message), { stack });
  return failureRecord(message, { path: "/q", thrown: { value: thrown } }).data;
}

const throwing = (value: unknown) => () => {
  throw value;
};

describe("the record of a failed handler", () => {
  test("has the path, type, file, line and stack of the failure [Q-39] [Q-40] [Q-41]", async () => {
    class OutOfRange extends RangeError {}
    const { message, data } = await recordOf(() => {
      throw new OutOfRange("too far");
    });
    expect(message).toBe("too far");
    expect(data).toEqual({
      path: "/q",
      type: "OutOfRange",
      file: import.meta.filename,
      line: expect.any(Number),
      stack: expect.stringContaining(`failure-record.test.ts:${data.line}:`),
    });
  });

  test("gives the bot's call of JSON.parse as the place of a failure inside it [Q-41]", async () => {
    const { data } = await recordOf(() => JSON.parse("{"));
    expect(data).toMatchObject({ type: "SyntaxError", file: import.meta.filename });
  });

  test.each([
    ["text", "string"],
    [5, "number"],
    [null, "null"],
    [undefined, "undefined"],
    [{ a: 1 }, "Object"],
    [Object.create(null), "object"],
  ])("of the thrown value %j has only its type [Q-40]", async (value, type) => {
    expect((await recordOf(throwing(value))).data).toEqual({ path: "/q", type });
  });

  test("is written even if no property of the thrown value can be read [Q-38]", async () => {
    const hostile = new Proxy(new Error("m"), {
      get: () => throwing(new Error("no"))(),
    });
    expect(await recordOf(throwing(hostile))).toEqual({
      message: "the handler failed without a message",
      data: { path: "/q", type: "object" },
    });
  });

  test("appends a limited number of causes to the stack [Q-40]", async () => {
    const cause = new Error("the reason");
    const { data } = await recordOf(throwing(new Error("m", { cause })));
    expect(data.stack).toMatch(/^Error: m\n(?: {4}at .*\n)+Caused by: Error: the reason\n/);
    cause.cause = cause;
    const again = await recordOf(throwing(new Error("m", { cause })));
    expect(String(again.data.stack).length).toBeLessThanOrEqual(7001);
  });

  test("names the causes of the failure, from its own on [Q-49]", async () => {
    const inner = new RangeError("inner", { cause: "a text" });
    const { data } = await recordOf(
      throwing(new Error("m", { cause: new AggregateError([inner], "middle") })),
    );
    expect(data.cause).toEqual([
      { type: "AggregateError", message: "middle" },
      { type: "RangeError", message: "inner" },
      { type: "string", message: "a text" },
    ]);
  });

  test("names each cause once, and at most eight [Q-49]", async () => {
    const circle = new Error("one");
    circle.cause = new Error("two", { cause: circle });
    expect((await recordOf(throwing(circle))).data.cause).toEqual([{ type: "Error", message: "two" }]);
    let long = new Error("0");
    for (let n = 1; n <= 20; n++) long = new Error(String(n), { cause: long });
    const { data } = await recordOf(throwing(long));
    expect((data.cause as { message: string }[]).map(({ message }) => message)).toEqual([
      "19",
      "18",
      "17",
      "16",
      "15",
      "14",
      "13",
      "12",
    ]);
  });

  test("whose causes cannot be read is answered all the same [Q-12]", async () => {
    const failure = new AggregateError([], "m");
    Object.defineProperty(failure, "errors", {
      value: {
        get length() {
          return throwing(new Error("no"))();
        },
      },
    });
    expect(await recordOf(throwing(failure))).toMatchObject({ message: "m", data: { path: "/q" } });
  });

  test("that throws whatever is asked of it is answered all the same [Q-12]", async () => {
    const hostile = new Proxy(
      {},
      Object.fromEntries(
        ["get", "getPrototypeOf", "has", "ownKeys"].map((trap) => [trap, throwing(new Error(trap))]),
      ),
    );
    const record = await recordOf(throwing(new Error("m", { cause: hostile })));
    expect(record.data.cause).toEqual([{ type: "object", message: "" }]);
    expect((await recordOf(throwing(hostile))).message).toBe("the handler failed without a message");
  });

  test("names the errors of an AggregateError in their order, each with its own causes [Q-49]", async () => {
    const bid = new RangeError("bid", { cause: new Error("closed") });
    const offers = new AggregateError([bid, new TypeError("ask"), null, bid], "offers");
    const { data } = await recordOf(() => Promise.any([Promise.reject(offers), Promise.reject("later")]));
    expect(data).toMatchObject({ type: "AggregateError" });
    expect((data.cause as { message: string }[]).map(({ message }) => message)).toEqual([
      "offers",
      "bid",
      "closed",
      "ask",
      "",
      "later",
    ]);
    const many = new AggregateError(Array.from({ length: 20 }, (_, n) => new Error(String(n))));
    expect((await recordOf(throwing(many))).data.cause).toHaveLength(8);
  });

  test("does not take one of several errors for the failure of a typed accessor [Q-48]", async () => {
    const { message } = await recordOf((request) => {
      const refused = Promise.resolve().then(() => request.getInteger("n"));
      return Promise.any([refused, Promise.reject(new Error("m"))]);
    });
    expect(message).toBe("All promises were rejected");
  });

  test("has no cause if it is null [Q-49]", async () => {
    expect((await recordOf(throwing(new Error("m", { cause: null })))).data).not.toHaveProperty("cause");
  });

  test("says which part of an answer has no JSON form [Q-43]", async () => {
    expect(await recordOf(() => ({ rows: [1, () => 1] }))).toEqual({
      message: "the answer of /q has no JSON form",
      data: { path: "/q", reason: "rows[1] is a function" },
    });
  });
});

describe("the place of a failure", () => {
  test.each([
    ["    at call (/bot/query.js:3:9)", "/bot/query.js", 3],
    ["    at /bot/query.js:3:9", "/bot/query.js", 3],
    ["    at async call (file:///bot/query.ts:12:1)", "/bot/query.ts", 12],
    ["    at async file:///bot/query.ts:12:1", "/bot/query.ts", 12],
    ["    at new Price [as make] (/bot/a (copy)/query.js:3:9)", "/bot/a (copy)/query.js", 3],
    ["    at file:///bot/a%20b/query.js:3:9", "/bot/a b/query.js", 3],
    ["    at call (C:\\bot\\query.js:3:9)", "C:\\bot\\query.js", 3],
  ])("is read from %j [Q-41]", (frame, file, line) => {
    expect(recordOfStack(`Error: m\n${frame}\n    at outer (/bot/other.js:1:1)`)).toMatchObject({
      file,
      line,
    });
  });

  test("is that of the innermost frame outside of Node and the SDK [Q-41]", () => {
    const frames = [
      "at JSON.parse (<anonymous>)",
      "at readFileSync (node:fs:435:20)",
      "at set (/bot/node_modules/@botyard/sdk/dist/index.js:9:1)",
      "at encode (file:///bot/node_modules/.pnpm/x/node_modules/@botyard/core/dist/index.js:9:1)",
      "at eval (eval at run (/bot/eval.js:8:1), <anonymous>:1:1)",
      "at handler (/bot/query.js:3:9)",
      "at run (/bot/node_modules/@botyard/sdk/dist/index.js:5:1)",
    ];
    const stack = ["Error: m", ...frames.map((frame) => `    ${frame}`)].join("\n");
    expect(recordOfStack(stack)).toMatchObject({ file: "/bot/query.js", line: 3 });
  });

  test("is left out if no frame belongs to the bot, and the stack is kept [Q-41]", () => {
    const stack = "Error: m\n    at JSON.parse (<anonymous>)";
    expect(recordOfStack(stack)).toEqual({ path: "/q", type: "Error", stack });
  });
});

describe("long texts of a record [Q-42]", () => {
  test("are cut, and the stack keeps the frames nearest to the failure", () => {
    const frames = Array.from({ length: 500 }, (_, n) => `\n    at call (/bot/query.js:${n + 1}:1)`).join("");
    const message = "m".repeat(3000);
    const { file, line, stack } = recordOfStack(`Error: ${message}${frames}`, message);
    expect({ file, line }).toEqual({ file: "/bot/query.js", line: 1 });
    expect(stack).toMatch(/^Error: m{2000}…\n {4}at call \(\/bot\/query\.js:1:1\)/);
    expect([...String(stack)]).toHaveLength(7001);
  });

  test.each([
    ["without causes", 0, ["file", "line", "path", "stack", "type"]],
    ["with eight causes", 8, ["cause", "file", "line", "path", "stack", "type"]],
  ])("never make the line exceed the limit of a metric, %s", (_, causes, keys) => {
    class Odd extends Error {}
    Object.defineProperty(Odd, "name", { value: "\u0001".repeat(1000) });
    const message = "\u0001".repeat(9000);
    const stack = `Error: ${message}\n    at f (/${"\u0001".repeat(5000)}:1:1)\n${"\u0001".repeat(9000)}`;
    let value = Object.assign(new Odd(message), { stack });
    for (let n = 0; n < causes; n++) value = Object.assign(new Odd(message, { cause: value }), { stack });
    const record = failureRecord(message, { path: "\u0001".repeat(9000), thrown: { value } });
    const line = { level: "error", timestamp: "2026-11-20T14:30:00.123Z", ...record };
    expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThanOrEqual(65_536);
    expect(Object.keys(record.data).sort()).toEqual(keys);
  });
});
