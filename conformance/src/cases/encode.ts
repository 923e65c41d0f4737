import { fromPlain, isObject, type Json, type JsonObject, read, write } from "../json/index.ts";
import type { Answer, Case, Exchange, Expect, ExpectedFile, Op, Outcome, RawExpect, Step } from "../model.ts";

/** A case as a line of the lock file: canonical JSON; numbers as the author wrote them. */
export function encodeCase(one: Case): string {
  return write(fromPlain(one), true);
}

/** The way back. */
export function decodeCase(line: string): Case {
  return caseOf(read(line) as JsonObject);
}

/*
 * A line was made from a `Case`, so its shape is known; what has to be told apart here is which of its objects are
 * plain and which are JSON that stays JSON: arguments and matchers.
 */

function caseOf(json: JsonObject): Case {
  return {
    ...(plainly(json, ["steps"]) as unknown as Case),
    line: numberOf(json.get("line")!),
    steps: listOf(json.get("steps")!).map(stepOf),
  };
}

function stepOf(json: JsonObject): Step {
  return {
    ...(plainly(json, ["ops", "requests", "expect"]) as unknown as Step),
    ops: listOf(json.get("ops")!).map(opOf),
    requests: listOf(json.get("requests")!).map(exchangeOf),
    expect: expectOf(json.get("expect") as JsonObject),
  };
}

function opOf(json: JsonObject): Op {
  return {
    ...(plainly(json, ["args", "lists", "outcome"]) as unknown as Op),
    args: json.get("args") as Json[],
    lists: listOf(json.get("lists")!).map((list) => ({
      at: numberOf(list.get("at")!),
      ops: listOf(list.get("ops")!).map(opOf),
    })),
    outcome: Object.fromEntries(json.get("outcome") as JsonObject) as unknown as Outcome,
  };
}

function exchangeOf(json: JsonObject): Exchange {
  const exchange = plainly(json, ["expect"]) as unknown as Exchange;
  const expect = json.get("expect");
  if (!isObject(expect)) return (expect === null ? { ...exchange, expect } : exchange) as Exchange;
  return { ...exchange, expect: exchange.do === "raw" ? rawOf(expect) : answerOf(expect) } as Exchange;
}

function rawOf(json: JsonObject): RawExpect {
  const raw = Object.fromEntries(json) as unknown as RawExpect;
  return { ...raw, answers: listOf(json.get("answers")!).map(answerOf) };
}

function answerOf(json: JsonObject): Answer {
  const answer = Object.fromEntries(json) as unknown as Answer;
  return { ...answer, headers: recordOf(json.get("headers")!) as Answer["headers"] };
}

function expectOf(json: JsonObject): Expect {
  const expect = Object.fromEntries(json) as unknown as Expect;
  const { result, state } = Object.fromEntries(json) as { result: Json; state: Json };
  const files = recordOf(json.get("files")!) as Record<string, Json>;
  return {
    ...expect,
    exit: recordOf(json.get("exit")!) as Expect["exit"],
    result: (isObject(result) ? recordOf(result) : result) as Expect["result"],
    state: isObject(state) ? (recordOf(state) as Record<string, Json>) : null,
    files: Object.fromEntries(
      Object.entries(files).map(([path, file]) => [path, recordOf(file) as unknown as ExpectedFile]),
    ),
  };
}

/** The fields that hold no JSON of the author's own, with every object in them plain. */
function plainly(json: JsonObject, but: string[]): Record<string, unknown> {
  const entries = [...json].filter(([key]) => !but.includes(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, plain(value)]));
}

function plain(value: Json): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? plainly(value, []) : value;
}

const listOf = (json: Json): JsonObject[] => json as JsonObject[];
const recordOf = (json: Json): object => Object.fromEntries(json as JsonObject);
const numberOf = (json: Json): number => Number(String(json));
