import { Fields } from "../../cases/fields.ts";
import { suggestion } from "../../cases/nearest.ts";
import { type Node, toJson } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import { Num } from "../../json/index.ts";
import type { Matcher } from "../../model.ts";
import type { Body, ExpectedAnswer, PlatformRequest } from "../model.ts";
import { bodies, methods } from "../vocabulary.ts";
import { readMembers, readPackageFiles } from "./archive.ts";
import { readKept, readKey, readWithin } from "./keeping.ts";
import { readMatcher } from "./matcher.ts";
import type { Surroundings } from "./surroundings.ts";

const keys = [...methods, ...bodies, "key", "headers", "expect", "keep", "as", "within"];

/** Reads `- get: /bots` with what is sent and what must come back. */
export function readRequest(source: Source, node: Node, known: Surroundings): PlatformRequest | undefined {
  const fields = Fields.of(source, node, "a request", keys);
  if (!fields) return undefined;
  const used = methods.filter((method) => fields.has(method));
  const [method] = used;
  if (method === undefined || used.length > 1) {
    source.problem(node, `a request has one of the keys ${methods.join(", ")}`);
    return undefined;
  }
  const target = fields.text(method) ?? "/";
  if (!/^(\/|\$\{)/.test(target))
    fields.problem(method, "the address begins with / (below the API root) or ${base_url}");
  const expect = fields.get("expect");
  return {
    method: method.toUpperCase(),
    target,
    key: readKey(fields, "alice"),
    headers: readHeaders(fields),
    body: readBody(fields, known),
    expect: expect ? (readExpected(source, expect, known) ?? null) : null,
    keep: readKept(fields, ["body", "header", "cookie", "status"]),
    as: fields.text("as") ?? null,
    within: readWithin(fields),
  };
}

/** Reads headers to send; null omits one. */
export function readHeaders(fields: Fields): Record<string, string | null> {
  return Object.fromEntries(
    fields
      .entries("headers")
      .map(([name, { value }]) => [
        name,
        value.kind === "scalar" && value.value !== null ? String(value.value) : null,
      ]),
  );
}

function readBody(fields: Fields, known: Surroundings): Body | null {
  const used = bodies.filter((kind) => fields.has(kind));
  if (used.length > 1) fields.problem(used[1]!, `a request has only one body, ${used[0]}`);
  const node = used[0] === undefined ? undefined : fields.get(used[0]);
  if (!node) return null;
  switch (used[0]) {
    case "json":
      // In a table, a row may have no body.
      if (node.kind === "scalar" && node.value === null) return null;
      return { json: toJson(node) };
    case "text":
      return { text: fields.text("text") ?? "" };
    case "bytes":
      return { bytes: fields.text("bytes") ?? "" };
    case "archive":
      return { archive: readPackageFiles(fields, node, known) };
    case "list":
      return { list: readPackageFiles(fields, node, known) };
    case "contents":
      return { contents: readPackageFiles(fields, node, known) };
    default:
      return { members: readMembers(fields.source, fields.list("members")) };
  }
}

const expected = [
  ...["status", "headers", "json", "text", "empty"],
  ...["problem", "detail", "errors", "missing", "hint", "elapsed"],
];

function readExpected(source: Source, node: Node, known: Surroundings): ExpectedAnswer | undefined {
  const fields = Fields.of(source, node, "expect", expected);
  if (!fields) return undefined;
  const problem = fields.text("problem") ?? null;
  if (problem !== null && !known.codes.has(problem))
    fields.problem("problem", `there is no error ${problem}: ${suggestion(problem, known.codes)}`);
  if (problem === null && !fields.has("status")) fields.problem("status", "expect needs status or problem");
  for (const key of ["detail", "errors", "missing", "hint"])
    if (fields.has(key) && problem === null) fields.problem(key, `${key} needs problem`);
  if (problem !== null && fields.has("json"))
    fields.problem("json", "json is the document of a problem; expect detail, errors, missing or hint");
  const matcher = (key: string): Matcher | undefined => {
    const inner = fields.get(key);
    return inner && readMatcher(source, inner);
  };
  const headers: Record<string, Matcher> = {};
  for (const [name, { value }] of fields.entries("headers"))
    headers[name.toLowerCase()] = readMatcher(source, value);
  const found = Object.fromEntries(
    ["json", "text", "detail", "errors", "missing", "hint"].flatMap((key) => {
      const value = matcher(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const elapsed = fields.get("elapsed");
  return {
    status: matcher("status") ?? null,
    headers,
    ...found,
    empty: fields.flag("empty"),
    problem,
    ...(elapsed?.kind === "scalar" && elapsed.value instanceof Num
      ? { elapsed: { most: Number(elapsed.value.raw) } }
      : {}),
  };
}
