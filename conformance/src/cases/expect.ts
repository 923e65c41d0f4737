import { isObject, type Json, Num } from "../json/index.ts";
import type { Expect, ExpectedFile, Step } from "../model.ts";
import { expected } from "./case-form.ts";
import { describe, Fields, textOf } from "./fields.ts";
import { keysOf } from "./form.ts";
import { readMatcher } from "./matcher.ts";
import { checkPath } from "./path.ts";
import { readTraced } from "./traced.ts";
import { type Node, onlyEntry, toJson } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Returns the expectation of a step without `expect`: it ends normally and does nothing else. */
export function expectNothing(stop: Step["stop"]): Expect {
  return {
    exit: stop === "KILL" ? { signal: "SIGKILL" } : { code: new Num("0") },
    metrics: [],
    logs: [],
    stdout: [],
    stderr: [],
    result: "none",
    state: null,
    files: {},
  };
}

export function readExpect(
  source: Source,
  node: Node,
  step: Pick<Step, "kind" | "stop" | "signal" | "streams">,
): Expect {
  const expect = expectNothing(step.stop);
  const fields = Fields.of(source, node, "expect", keysOf(expected));
  if (!fields) return expect;
  const exit = fields.get("exit");
  if (exit) expect.exit = readExit(source, exit) ?? expect.exit;
  for (const key of ["metrics", "logs", "failures"] as const) {
    const list = fields.get(key);
    if (list) expect[key] = readRecords(source, list, key);
  }
  for (const key of ["stdout", "stderr"] as const) {
    const lines = fields.get(key);
    if (lines) expect[key] = readLines(source, lines, key);
  }
  if (fields.has("answer") && step.kind !== "query")
    fields.problem("answer", "only a query step can have an answer");
  if (fields.has("answer") && fields.has("result"))
    fields.problem("answer", "result and answer are the same file; write one");
  const result = fields.get("result") ?? fields.get("answer");
  if (result) expect.result = readDocument(source, result);
  if (fields.has("state")) {
    expect.state = Object.fromEntries(
      fields.entries("state").map(([name, { at, value }]) => {
        checkPath(source, at, name);
        return [name, readStored(source, value)];
      }),
    );
  }
  expect.files = Object.fromEntries(
    fields.entries("files").flatMap(([path, { at, value }]) => {
      checkPath(source, at, path);
      const file = readFile(source, value);
      return file ? [[path, file]] : [];
    }),
  );
  return { ...expect, ...readTraced(fields, step) };
}

function readExit(source: Source, node: Node): Expect["exit"] | undefined {
  const only = onlyEntry(node);
  if (only?.key === "signal") {
    const signal = textOf(source, only.value, "signal");
    if (signal !== undefined && !/^SIG[A-Z0-9]+$/.test(signal)) {
      source.problem(only.value, `a signal is written like SIGTERM, not ${signal}`);
    }
    return { signal: signal ?? "" };
  }
  if (node.kind === "scalar" && node.value === "nonzero") return { nonzero: true };
  const isCode = node.kind === "scalar" && node.value instanceof Num && /^\d{1,3}$/.test(node.value.raw);
  if (isCode || only?.key.startsWith("$")) return { code: readMatcher(source, node) };
  source.problem(
    node,
    `exit must be a code from 0 to 255, nonzero or {signal: SIGTERM}, not ${describe(node)}`,
  );
  return undefined;
}

const records = {
  metrics: { most: 2, form: "[type, data]" },
  logs: { most: 3, form: "[level, message] or [level, message, data]" },
  failures: { most: 3, form: "[path, message] or [path, message, data]" },
};

/** Reads a list, or a matcher of one. */
function readRecords(source: Source, node: Node, key: keyof typeof records): Json {
  const { most, form } = records[key];
  const least = 2;
  if (node.kind === "list") {
    for (const item of node.items) {
      const fits = item.kind !== "list" || (item.items.length >= least && item.items.length <= most);
      if (!fits || item.kind === "scalar")
        source.problem(item, `each item of ${key} must be ${form}, not ${describe(item)}`);
    }
  } else if (!isMatcher(node)) {
    source.problem(node, `${key} must be a list of ${form}, not ${describe(node)}`);
  }
  return readMatcher(source, node);
}

function readLines(source: Source, node: Node, key: string): Json {
  if (node.kind === "scalar" && node.value === "any") return new Map([["$any", true]]);
  if (node.kind === "list") {
    for (const item of node.items) {
      if (item.kind !== "map") textOf(source, item, `each line of ${key}`);
    }
  } else if (!isMatcher(node)) {
    source.problem(node, `${key} must be a list of lines or any, not ${describe(node)}`);
  }
  return readMatcher(source, node);
}

function isMatcher(node: Node): boolean {
  return node.kind === "map" && [...node.entries.keys()].some((key) => key.startsWith("$"));
}

function readDocument(source: Source, node: Node): Expect["result"] {
  if (node.kind === "scalar" && node.value === "unchanged") return "unchanged";
  const only = onlyEntry(node);
  if (only?.key === "$text") return { text: textOf(source, only.value, "$text") ?? "" };
  return { json: readMatcher(source, node) };
}

function readStored(source: Source, node: Node): Json {
  const only = onlyEntry(node);
  if (only?.key !== "$text") return readMatcher(source, node);
  textOf(source, only.value, "$text");
  return toJson(node);
}

function readFile(source: Source, node: Node): ExpectedFile | undefined {
  const only = onlyEntry(node);
  if (only?.key === "json") return { json: readMatcher(source, only.value) };
  if (only?.key === "text") return { text: textOf(source, only.value, "text") ?? "" };
  const json = toJson(node);
  for (const word of ["folder", "absent", "any"] as const) {
    if (isObject(json) && only?.key === word && json.get(word) === true)
      return { [word]: true } as ExpectedFile;
  }
  const forms = "{json: …}, {text: …}, {folder: true}, {absent: true} or {any: true}";
  source.problem(node, `an expected file must be ${forms}, not ${describe(node)}`);
  return undefined;
}
