import { describe, expect, test } from "vitest";
import { configAs, paramsAs, type Schema, stateAs } from "../src/index.ts";

const schemaOf = (validate: (given: unknown) => object) =>
  ({ "~standard": { version: 1, vendor: "test", validate } }) as unknown as Schema<unknown>;
/** A schema that refuses with these issues. */
const refusing = (...issues: object[]) => schemaOf(() => ({ issues }));
const messageOf = (read: () => unknown): string => {
  try {
    return `read ${JSON.stringify(read())}`;
  } catch (error) {
    return (error as Error).message;
  }
};

describe("what a schema refuses [JSON-20]", () => {
  const value = { a: [{ "b c": "secret" }], n: 5 };
  const reason = (issue: object) =>
    messageOf(() => configAs(value, refusing(issue))).replace("the config does not fit its type: ", "");

  test.each([
    [
      { path: ["a", 0, "b c"], expected: "number", message: "m" },
      'a[0]["b c"] must be a number, got a string',
    ],
    [{ path: [{ key: "a" }, { key: 1 }], message: "m" }, "a[1] is missing"],
    [{ path: ["n"], values: ["up", "down"], message: "m" }, 'n must be one of "up", "down", got a number'],
    [
      { path: ["n"], expected: '("up" | "down")', message: "m" },
      'n must be one of "up", "down", got a number',
    ],
    [
      { path: ["n"], expected: null, type: "safe_integer", message: "m" },
      "n must be an integer, got a number",
    ],
    [{ path: ["n"], expected: ">=10", message: "at least 10" }, "n does not fit: at least 10"],
    [{ path: ["n"], expected: "an integer", message: "m" }, "n must be an integer, got a number"],
    [{ path: ["n"], type: "string", message: "too short" }, "n does not fit: too short"],
    [{ path: ["n"], message: "too small (was 5)" }, "n does not fit: too small"],
    [{ path: ["n"], message: "odd", expected: "constructor" }, "n does not fit: odd"],
    [{ path: ["n", "x"], message: "m" }, "n.x does not fit: m"],
    [{ message: "a must exceed n" }, "it does not fit: a must exceed n"],
    [{ path: ["n"], message: "must be even" }, "n does not fit: must be even"],
  ])("is named: %j", (issue, expected) => expect(reason(issue)).toBe(expected));

  test.each(["no secret here", "got SECRET", "4711 is odd", 'has "q\\"q"'])(
    "is not quoted, wherever it is in the value: %j",
    (message) => {
      const config = { a: [{ b: " secret " }], n: 4711, q: 'q"q', short: "x" };
      expect(messageOf(() => configAs(config, refusing({ path: ["a"], message })))).toMatch(
        /: a does not fit$/,
      );
      expect(messageOf(() => configAs(config, refusing({ path: ["a"], message: "extra x" })))).toMatch(
        /: extra x$/,
      );
    },
  );
});

test("a long message is read at once", () => {
  const issue = { message: `odd${" (was ".repeat(100_000)}` };
  expect(messageOf(() => stateAs("k", 1, refusing(issue)))).toMatch(/: it does not fit: odd$/);
});

test("a schema that answers later, or with a failure, is refused, and so is what is none", async () => {
  const later = (validate: () => Promise<object>) => schemaOf(validate);
  expect(() =>
    stateAs(
      "k",
      1,
      later(async () => ({ value: 1 })),
    ),
  ).toThrow(TypeError);
  // A rejection that nobody waits for would end the process.
  const failing = schemaOf(() => Promise.reject(new Error("secret")));
  expect(() => stateAs("k", 1, failing)).toThrow("asynchronous");
  await new Promise((resolve) => setImmediate(resolve));
  for (const none of [{}, null, undefined, 5])
    expect(() => stateAs("k", 1, none as never)).toThrow("no schema");
});

test("texts are read one after the other, and all of them for alternatives [Q-52]", () => {
  const tagged = schemaOf((given) => {
    const { k, x } = given as { k?: unknown; x?: unknown };
    if (k !== 1) return { issues: [{ path: ["k"], message: "m" }] };
    return x === 2 ? { value: "read" } : { issues: [{ path: ["x"], message: "m" }] };
  });
  expect(paramsAs({ k: "1", x: "2" }, tagged)).toBe("read");
  const either = schemaOf((given) =>
    (given as { x?: unknown }).x === 2 ? { value: "read" } : { issues: [{ message: "none" }] },
  );
  expect(paramsAs({ x: "2" }, either)).toBe("read");
  expect(messageOf(() => paramsAs({ x: '"2"' }, either))).toBe(
    'parameter "" must be valid (none), got {"x":"\\"2\\""}',
  );
});

test("a parameter is named as it was passed, also if another one was text that fits [Q-52]", () => {
  const pair = schemaOf((given) => {
    const issues = Object.entries(given as object)
      .filter(([, value]) => !Number.isInteger(value))
      .map(([key]) => ({ path: [key], expected: "integer", message: "m" }));
    return issues.length > 0 ? { issues } : { value: given };
  });
  expect(messageOf(() => paramsAs({ a: "5", b: "1.5" }, pair))).toBe(
    'parameter "b" must be an integer, got "1.5"',
  );
  expect(messageOf(() => paramsAs({ a: "5", b: "6" }, pair))).toBe('read {"a":5,"b":6}');
  expect(messageOf(() => paramsAs({ a: " 5" }, pair))).toBe('parameter "a" must be an integer, got " 5"');
  expect(messageOf(() => paramsAs({ a: "x" }, refusing({ path: ["a"], message: "odd" })))).toBe(
    'parameter "a" must be valid (odd), got "x"',
  );
});
