import { expect, test } from "vitest";
import { corpus, errors, failure, judged, stepOf, trace } from "./recorded.ts";

const noted = (error: string) => trace("1 state.get", `1 ! ${error}`, "end");
const at = "op 1 state.get";
const message = "the file of state key k is not valid JSON: /state/k.json";
const advice = errors.adviceOf("state.corrupt")!;

corpus("a failure of the contract", "run: { ops: [{ state.get: [k], fails: state.corrupt }] }", {
  passes: {
    "with the table's message and advice": noted(failure("state.corrupt", message)),
    "with a cause besides": noted(failure("state.corrupt", message, { cause: "line 1" })),
    "with a key of several lines": noted(failure("state.corrupt", message.replace("k ", "a\n\nb "))),
  },
  fails: {
    "no failure": [
      trace("1 state.get", "1 = null", "end"),
      `${at}: expected it to fail with state.corrupt, but it returned null`,
    ],
    "another code": [
      noted(failure("state.read_failed", "x")),
      `${at}: expected it to fail with state.corrupt, got state.read_failed: "x"`,
    ],
    "an exception of the language": [
      noted(failure(null, "undefined is\nnot a function")),
      `${at}: expected it to fail with state.corrupt, got a failure that is not the SDK's: "undefined is\\nnot a function"`,
    ],
    "a message of other words": [
      noted(failure("state.corrupt", "bad file")),
      `${at} message: does not match the contract's message for state.corrupt: "bad file"`,
    ],
    "a message with something before it": [
      noted(failure("state.corrupt", `Error: ${message}`)),
      `${at} message: does not match the contract's message for state.corrupt: "Error: ${message}"`,
    ],
    "a message whose place is empty": [
      noted(failure("state.corrupt", message.replace("/state/k.json", ""))),
      `${at} message: does not match the contract's message for state.corrupt: "${message.replace("/state/k.json", "")}"`,
    ],
    "no message": [
      noted('{"code":"state.corrupt","message":null}'),
      `${at} message: does not match the contract's message for state.corrupt: null`,
    ],
    "no advice": [
      noted(failure("state.corrupt", message, { next: null })),
      `${at} next: expected the advice ${JSON.stringify(advice)}, got null`,
    ],
    "other advice": [
      noted(failure("state.corrupt", message, { next: "Try again." })),
      `${at} next: expected the advice ${JSON.stringify(advice)}, got "Try again."`,
    ],
  },
});

const worded = `run:
  ops:
    - state.get: [k]
      fails: state.corrupt
      message: { $contains: "key k is" }
      cause: { $regex: "line \\\\d" }`;
corpus("a failure whose message and cause are named", worded, {
  passes: { "as they are named": noted(failure("state.corrupt", message, { cause: "line 7" })) },
  fails: {
    "another key in the message": [
      noted(failure("state.corrupt", message.replace("key k", "key l"), { cause: "line 7" })),
      /^op 1 state.get message: expected \{"\$contains":"key k is"\}, got "the file of state key l/,
    ],
    "another cause": [
      noted(failure("state.corrupt", message, { cause: "line ?" })),
      `${at} cause: expected {"$regex":"line \\\\d"}, got "line ?"`,
    ],
    "no cause": [
      noted(failure("state.corrupt", message)),
      `${at} cause: expected {"$regex":"line \\\\d"}, got null`,
    ],
  },
});

corpus("a failure that is none of the contract's", "run: { ops: [{ state.get: [k], fails: null }] }", {
  passes: { "in whatever words": noted(failure(null, "boom")), "in none": noted('{"code":null}') },
  fails: {
    "one of the contract": [
      noted(failure("state.corrupt", message)),
      `${at}: expected it to fail with a failure that is not the SDK's, got state.corrupt: ${JSON.stringify(message)}`,
    ],
  },
});

corpus("a failure that is let out", "run: { ops: [{ fail: [boom] }] }\nexpect: { exit: 1, stderr: any }", {
  passes: {
    "is noted and ends the script": {
      ...trace("1 fail", `1 ! ${failure(null, "boom")}`),
      ...{ exit: { code: 1 }, stderr: "Error: boom\n" },
    },
  },
  fails: {
    "is not noted": [{ ...trace("1 fail"), exit: { code: 1 } }, "op 1 fail: 1 call, but 0 outcomes"],
  },
});

test("an SDK that lacks advice may omit it, but may not change the message", () => {
  const step = stepOf("run: { ops: [{ state.get: [k], fails: state.corrupt }] }");
  const bare = noted(failure("state.corrupt", message, { next: null }));
  expect(judged(step, bare, ["advice"])).toEqual([]);
  const other = noted(failure("state.corrupt", "bad", { next: null }));
  expect(judged(step, other, ["advice"])).toHaveLength(1);
});

test("only the text of the parameters may be empty in a message", () => {
  expect(
    errors.messageOf("query.params_not_object")?.test("query parameters must be a JSON object, got "),
  ).toBe(true);
  expect(errors.messageOf("state.corrupt")?.test("the file of state key k is not valid JSON: ")).toBe(false);
  expect(errors.messageOf("no.such")).toBeUndefined();
});
