import { Fields } from "../../cases/fields.ts";
import { type Node, toJson } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import { Num } from "../../json/index.ts";
import type { Matcher } from "../../model.ts";
import type { ExpectedCall, ToolCall } from "../model.ts";
import { readKept, readKey, readWithin } from "./keeping.ts";
import { readMatcher } from "./matcher.ts";

const keys = [
  ...["tool", "arguments", "method", "params", "opening", "key"],
  ...["expect", "keep", "as", "within"],
];

/** Reads one call of the tool server: `{tool, arguments}` or `{method, params}`. */
export function readCall(source: Source, node: Node): ToolCall | undefined {
  const fields = Fields.of(source, node, "a call", keys);
  if (!fields) return undefined;
  const tool = fields.text("tool");
  const method = fields.text("method");
  if ((tool === undefined) === (method === undefined)) {
    source.problem(node, "a call has either tool or method");
    return undefined;
  }
  const given = fields.get(tool === undefined ? "params" : "arguments");
  const expect = fields.required("expect");
  return {
    opening: fields.word("opening", ["bare", "legacy", "modern"] as const),
    key: readKey(fields, "alice"),
    call:
      tool === undefined
        ? { method: method!, params: given ? toJson(given) : null }
        : { tool, arguments: given ? toJson(given) : new Map() },
    expect: readExpected(source, expect, fields),
    keep: readKept(fields, ["value", "result", "header"]),
    as: fields.text("as") ?? null,
    within: readWithin(fields),
  };
}

const outcomes = ["value", "tool_error", "result", "error"];

function readExpected(source: Source, node: Node | undefined, outer: Fields): ExpectedCall {
  const none: ExpectedCall = {
    status: new Num("200"),
    headers: {},
    outcome: { kind: "value", value: null },
    bytes: null,
  };
  const fields =
    node && Fields.of(source, node, "expect", [...outcomes, "advice", "status", "headers", "bytes"]);
  if (!fields) return none;
  const used = outcomes.filter((key) => fields.has(key));
  if (used.length !== 1) outer.problem("expect", `expect has one of ${outcomes.join(", ")}`);
  const matcher = (key: string): Matcher | undefined => {
    const inner = fields.get(key);
    return inner && readMatcher(source, inner);
  };
  const headers: Record<string, Matcher> = {};
  for (const [name, { value }] of fields.entries("headers"))
    headers[name.toLowerCase()] = readMatcher(source, value);
  const bytes = fields.get("bytes");
  return {
    status: matcher("status") ?? new Num("200"),
    headers,
    outcome: outcomeOf(source, fields, used[0], matcher),
    bytes: bytes?.kind === "scalar" && bytes.value instanceof Num ? Number(bytes.value.raw) : null,
  };
}

function outcomeOf(
  source: Source,
  fields: Fields,
  kind: string | undefined,
  matcher: (key: string) => Matcher | undefined,
): ExpectedCall["outcome"] {
  if (kind === "tool_error")
    return { kind: "tool-error", message: matcher("tool_error")!, advice: matcher("advice") ?? null };
  if (kind === "result") return { kind, result: matcher("result")! };
  if (kind !== "error") return { kind: "value", value: matcher("value") ?? null };
  const error = Fields.of(source, fields.get("error")!, "an error", ["code", "message", "data"]);
  const part = (key: string): Matcher | undefined => {
    const inner = error?.get(key);
    return inner && readMatcher(source, inner);
  };
  const any = new Map([["$any", true]]);
  return { kind, code: part("code") ?? any, message: part("message") ?? any, data: part("data") ?? null };
}
