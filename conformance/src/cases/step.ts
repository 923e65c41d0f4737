import { write } from "../json/index.ts";
import type { GivenFile, Op, Step } from "../model.ts";
import type { Told } from "./argument.ts";
import { sentSignal, steps, stopWords, streams, streamWords } from "./case-form.ts";
import { checkSignal, readExchanges } from "./exchange.ts";
import { expectNothing, readExpect } from "./expect.ts";
import { describe, Fields, textOf } from "./fields.ts";
import { keysOf } from "./form.ts";
import { plainOp, readOps } from "./op.ts";
import { checkBase64, checkPath } from "./path.ts";
import { checkVariable } from "./variable.ts";
import { type Node, onlyEntry, toJson } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

const kinds = Object.keys(steps) as Step["kind"][];

/** Reads one step of a case and expands its short forms. Adds the capabilities that its ops need to `needs`. */
export function readStep(
  source: Source,
  node: Node,
  codes: ReadonlySet<string>,
  needs: Set<string>,
): Step | undefined {
  const outer = Fields.of(source, node, "a step", [...kinds, "expect"]);
  if (!outer) return undefined;
  const [kind, other] = kinds.filter((name) => outer.has(name));
  if (!kind)
    source.problem(node, `a step needs one of the keys ${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}`);
  if (other) outer.problem(other, `a step is one process, not both ${kind} and ${other}`);
  const fields = kind && Fields.of(source, outer.get(kind)!, `a ${kind} step`, keysOf(steps[kind]));
  if (!fields) return undefined;
  const stop = kind === "serve" ? fields.word("stop", stopWords) : "none";
  const signal = readSignal(fields);
  const given = readStreams(fields);
  const expect = outer.get("expect");
  return {
    kind,
    by: fields.has("by") ? readBy(fields) : "testee",
    env: readEnv(fields, kind),
    files: readFiles(fields),
    ops: readAllOps(fields, { codes, kept: new Set(), needs }),
    streams: given,
    signal,
    occupied: readPorts(fields),
    requests: readExchanges(source, fields.list("requests")),
    stop,
    expect: expect ? readExpect(source, expect, { kind, stop, signal, streams: given }) : expectNothing(stop),
  };
}

function readBy(fields: Fields): "peer" {
  const text = fields.text("by");
  if (text !== undefined && text !== "peer") fields.problem("by", `by must be peer or absent, not ${text}`);
  return "peer";
}

function readAllOps(fields: Fields, told: Told): Op[] {
  const ops = readOps(fields.source, fields.list("ops"), "", told);
  if (!fields.has("handlers")) return ops;
  let next = fields.list("ops").length;
  for (const [path, { value }] of fields.entries("handlers")) {
    const id = String(++next);
    if (value.kind !== "list") {
      fields.source.problem(value, `a handler must be a list of ops, not ${describe(value)}`);
      continue;
    }
    const list = readOps(fields.source, value.items, `${id}.1.`, told);
    const registered = { kind: "value", value: null } as const;
    ops.push(plainOp(id, "query.handler", [path, null], [{ at: 1, ops: list }], registered));
  }
  ops.push(plainOp(String(next + 1), "query.run", [], [], { kind: "ends" }));
  return ops;
}

function readEnv(fields: Fields, kind: Step["kind"]): Step["env"] {
  const given = fields.entries("env").flatMap(([name, { at, value }]): [string, string | null][] => {
    checkVariable(fields.source, name, at, value);
    if (value.kind === "scalar" && value.value === null) return [[name, null]];
    const text = textOf(fields.source, value, `the variable ${name}`);
    return text === undefined ? [] : [[name, text]];
  });
  const env: Step["env"] = {};
  if (kind === "query") {
    const isGiven = given.some(([name]) => name === "QUERY_PATH");
    if (fields.has("path") && isGiven)
      fields.problem("path", "path and the variable QUERY_PATH are the same; write one");
    if (fields.has("path")) env.QUERY_PATH = fields.text("path") ?? null;
    else if (!isGiven) fields.required("path");
    const params = fields.get("params");
    if (params && given.some(([name]) => name === "QUERY_PARAMS")) {
      fields.problem("params", "params and the variable QUERY_PARAMS are the same; write one");
    }
    const json = params && toJson(params);
    if (json !== undefined) env.QUERY_PARAMS = typeof json === "string" ? json : write(json);
  }
  return Object.assign(env, Object.fromEntries(given));
}

function readFiles(fields: Fields): Step["files"] {
  return Object.fromEntries(
    fields.entries("files").flatMap(([path, { at, value }]) => {
      checkPath(fields.source, at, path);
      const file = readFile(fields.source, value);
      return file ? [[path, file]] : [];
    }),
  );
}

function readFile(source: Source, node: Node): GivenFile | undefined {
  const only = onlyEntry(node);
  const isTrue = only?.value.kind === "scalar" && only.value.value === true;
  if (only?.key === "folder" && isTrue) return { folder: true };
  if (only?.key === "pipe" && isTrue) return { pipe: true };
  if (only?.key === "text") return { text: textOf(source, only.value, "text") ?? "" };
  if (only?.key === "link") return { link: textOf(source, only.value, "link") ?? "" };
  if (only?.key === "bytes") {
    const bytes = textOf(source, only.value, "bytes") ?? "";
    checkBase64(source, only.value, bytes);
    return { bytes };
  }
  const forms = "{text: …}, {bytes: base64}, {folder: true}, {link: target} or {pipe: true}";
  source.problem(node, `a file must be ${forms}, not ${describe(node)}`);
  return undefined;
}

function readStreams(fields: Fields): Step["streams"] {
  const node = fields.get("streams");
  const named = node && Fields.of(fields.source, node, "streams", keysOf(streams));
  return {
    stdout: named?.word("stdout", streamWords) ?? "file",
    stderr: named?.word("stderr", streamWords) ?? "file",
  };
}

function readSignal(fields: Fields): Step["signal"] {
  const node = fields.get("signal");
  const named = node && Fields.of(fields.source, node, "signal", keysOf(sentSignal));
  const send = named?.requiredText("send");
  const when = named?.requiredText("when");
  if (!named || send === undefined || when === undefined) return null;
  checkSignal(fields.source, named.placeOf("send"), send);
  checkPath(fields.source, named.placeOf("when"), when);
  return { send, when };
}

function readPorts(fields: Fields): string[] {
  return fields.texts("occupied").map(({ text, at }) => {
    const isPort = text === `\${port}` || (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535);
    if (!isPort) fields.source.problem(at, `${text} is not a port number`);
    return text;
  });
}
