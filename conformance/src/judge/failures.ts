import { isObject, type Json, type JsonObject, Num } from "../json/index.ts";
import type { Answer, Exchange, Failure, Step } from "../model.ts";
import { finding, mismatches } from "./finding.ts";

/** Whether a log line is a failure record of query code. A run has none; its log data may hold any keys. */
export function isFailure({ kind }: Step, line: JsonObject): boolean {
  const data = line.get("data");
  if (kind === "run" || line.get("level") !== "error" || !isObject(data)) return false;
  return typeof (data.get("path") ?? data.get("type")) === "string";
}

/**
 * Checks that each failed handler has one record of the contract's form, and that there is no other [Q-38 … Q-44].
 */
export function judgeFailures(step: Step, records: JsonObject[]): Failure[] {
  const wanted = withRest(step.expect.failures ?? owed(step));
  return [...records.flatMap(formFaults), ...mismatches("failures", wanted, records.map(rowOf))];
}

/** Whether the step expects failure records. */
export function expectsRecords(step: Step): boolean {
  const wanted = step.expect.failures ?? owed(step);
  return !(Array.isArray(wanted) && wanted.length === 0);
}

/** Returns `[path, message, the rest of the data]`. */
function rowOf(record: JsonObject): Json {
  const data = new Map(record.get("data") as JsonObject);
  const path = data.get("path") ?? null;
  data.delete("path");
  return [path, record.get("message") ?? null, data];
}

const anything: Json = new Map([["$any", true]]);

/** Lets rows without the rest of the data accept any. */
function withRest(rows: Json): Json {
  if (Array.isArray(rows)) {
    return rows.map((row) => (Array.isArray(row) && row.length === 2 ? [...row, anything] : row));
  }
  const inner = isObject(rows) ? rows.get("$unordered") : undefined;
  return inner === undefined ? rows : new Map([["$unordered", withRest(inner)]]);
}

const longest: Record<string, number> = { path: 250, type: 250, file: 1000, stack: 7000, reason: 1000 };
const longestMessage = 2000;
const longestStackWithCause = 4000;
const mostCauses = 8;
const longestOfCause: Record<string, number> = { type: 100, message: 250 };

function formFaults(record: JsonObject): Failure[] {
  const data = record.get("data") as JsonObject;
  const at = `failure ${JSON.stringify(data.get("path") ?? null).slice(0, 60)}`;
  const faults = [...data].flatMap(([key, value]) => {
    if (key === "line") return isLine(value) ? [] : ["line is not a line number [Q-41]"];
    if (key === "cause") return causeFaults(value);
    const length = key === "stack" && data.has("cause") ? longestStackWithCause : longest[key];
    if (length === undefined) return [`${key} is not a key of a failure record [Q-39]`];
    if (typeof value !== "string" || value === "") return [`${key} is not a non-empty string [Q-39]`];
    return [...value].length > length + 1 ? [`${key} is longer than ${length} characters [Q-42]`] : [];
  });
  if (data.has("file") !== data.has("line")) faults.push("only one of file and line is present [Q-40]");
  if (data.has("file") && !data.has("stack"))
    faults.push("file and line are present, but stack is missing [Q-40]");
  const message = record.get("message");
  if (typeof message === "string" && [...message].length > longestMessage + 1)
    faults.push(`the message is longer than ${longestMessage} characters [Q-42]`);
  return faults.map((fault) => finding(at, fault));
}

function causeFaults(causes: Json): string[] {
  if (!Array.isArray(causes) || causes.length === 0 || causes.length > mostCauses)
    return [`cause is not a list of 1 to ${mostCauses} causes [Q-49]`];
  return causes.flatMap((cause, at) => {
    if (!isObject(cause) || !cause.has("message"))
      return [`cause ${at} is not an object with a message [Q-49]`];
    return [...cause].flatMap(([key, value]) => {
      const length = longestOfCause[key];
      if (length === undefined) return [`${key} is not a key of a cause [Q-49]`];
      if (typeof value !== "string") return [`${key} of cause ${at} is not a string [Q-49]`];
      return [...value].length > length + 1
        ? [`${key} of cause ${at} is longer than ${length} characters [Q-49]`]
        : [];
    });
  });
}

const isLine = (value: Json): boolean => value instanceof Num && /^[1-9]\d*$/.test(value.raw);

/** Returns the records that the step's expected answers require; none if standard error cannot be written to. */
function owed({ kind, env, streams, expect, requests }: Step): Json {
  if (streams.stderr === "full" || streams.stderr === "broken") return [];
  if (kind === "query") {
    const answer = "json" in Object(expect.result) ? (expect.result as { json: Json }).json : null;
    const isFailed = isObject(answer) && answer.get("code") === "query.handler_failed";
    return isFailed ? [rowFor(env.QUERY_PATH ?? null, answer.get("error"))] : [];
  }
  const rows = requests.flatMap((exchange) =>
    answersOf(exchange, requests).flatMap(({ target, answer }) =>
      answer.status instanceof Num && answer.status.raw === "500" && isObject(answer.body)
        ? [rowFor(target, answer.body.get("error"))]
        : [],
    ),
  );
  // Handlers of concurrent queries fail in any order.
  const areAtOnce = requests.some((exchange) => exchange.do === "answer-of");
  return areAtOnce ? new Map([["$unordered", rows]]) : rows;
}

function answersOf(exchange: Exchange, all: Exchange[]): { target: string | null; answer: Answer }[] {
  if (exchange.do === "ask" && exchange.expect)
    return [{ target: pathOf(exchange.request.target), answer: exchange.expect }];
  if (exchange.do === "raw") {
    const { answers } = exchange.expect;
    const asked = /^\w+ (\S+) HTTP\//.exec(exchange.send.join(""))?.[1];
    return answers.map((answer) => ({ target: answers.length === 1 ? pathOf(asked) : null, answer }));
  }
  if (exchange.do !== "answer-of") return [];
  const asked = all.find((other) => other.do === "ask" && other.later === exchange.name);
  const target = asked?.do === "ask" ? pathOf(asked.request.target) : null;
  return [{ target, answer: exchange.expect }];
}

/** Returns the path of a plain target; null for targets that need more parsing, which separate cases check. */
function pathOf(target = ""): string | null {
  if (!target.startsWith("/")) return null;
  try {
    return decodeURIComponent(target.split("?", 1)[0]!);
  } catch {
    return null;
  }
}

function rowFor(path: string | null, message: Json | undefined): Json {
  return [
    path === null ? new Map([["$type", "string"]]) : cut(path, longest.path!),
    typeof message === "string" ? cut(message, longestMessage) : (message ?? anything),
  ];
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join("")}…` : text;
}
