import { expect, test } from "vitest";
import { StreamJudge } from "../../src/platform/judge/stream.ts";

/** Returns what is wrong with the last of these messages. */
function wrong(...messages: unknown[]): string | undefined {
  const judge = new StreamJudge();
  return messages.map((message) => judge.read(Buffer.from(JSON.stringify(message)), false).problem).at(-1);
}

const subscribed = { op: "subscribed", id: "1", after: { logs: 4 } };
const event = (seq: number, more = {}) => ({
  ...{ op: "event", id: "1", channel: "logs", seq, record: { seq } },
  ...more,
});
const gap = (from: number, to: number) => ({ op: "gap", id: "1", channel: "logs", from, to });

test("records that continue after the number of the subscription are in order", () => {
  expect(wrong(subscribed, event(5), gap(6, 9), event(10))).toBeUndefined();
});

test.for<[string, unknown[], string]>([
  ["a record twice", [subscribed, event(5), event(5)], "expected number 6 of 1 logs, got 5"],
  ["a record that is missing", [subscribed, event(6)], "expected number 5 of 1 logs, got 6"],
  ["a gap that overlaps", [subscribed, event(5), gap(5, 6)], "expected number 6 of 1 logs, got 5"],
  ["a gap that ends before it begins", [subscribed, gap(5, 4)], "a gap ends before it begins"],
  [
    "a record with another number",
    [subscribed, event(5, { record: { seq: 6 } })],
    "the record does not have",
  ],
  ["a channel that is not subscribed", [subscribed, event(5, { channel: "status" })], "not subscribed"],
  ["an unknown message", [{ op: "hello" }], 'there is no message "hello"'],
  ["a list", [[]], "a message is not an object"],
])("%s is found", ([, messages, said]) => {
  expect(wrong(...messages)).toContain(said);
});

test("a binary message and broken JSON are found", () => {
  const judge = new StreamJudge();
  expect(judge.read(Buffer.from("{}"), true).problem).toContain("got a binary one");
  expect(judge.read(Buffer.from("{"), false).problem).toContain("not one JSON document");
});
