import { type Json, Malformed, Num, read } from "../json/index.ts";
import { describe, textOf } from "./fields.ts";
import { suggestion } from "./nearest.ts";
import { fill } from "./placeholder.ts";
import { jsonTypes, matchers } from "./vocabulary.ts";
import { type MapNode, type Node, onlyEntry, toJson } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Reads an expected value and checks its matchers. */
export function readMatcher(source: Source, node: Node): Json {
  check(source, node);
  return toJson(node);
}

function check(source: Source, node: Node): void {
  if (node.kind === "list") for (const item of node.items) check(source, item);
  if (node.kind !== "map") return;
  const [name] = node.entries.keys();
  const isCounted = node.entries.size === 2 && node.entries.has("$each") && node.entries.has("count");
  if (isCounted) {
    checkEach(source, node);
    return;
  }
  if (node.entries.size === 1 && name!.startsWith("$")) {
    checkMatcher(source, node);
    return;
  }
  for (const [key, { at, value }] of node.entries) {
    // An object of several keys is literal, even with `$` keys. Only `$each` takes a second key, which may be misspelt.
    if (key === "$each")
      source.problem(
        at,
        "$each can be combined only with count; write an object with this key as {$literal: …}",
      );
    check(source, value);
  }
}

function checkEach(source: Source, node: MapNode): void {
  check(source, node.entries.get("$each")!.value);
  const count = node.entries.get("count")!.value;
  const isCount = count.kind === "scalar" && count.value instanceof Num && /^\d+$/.test(count.value.raw);
  if (!isCount) source.problem(count, `count must be a whole number, not ${describe(count)}`);
}

function checkMatcher(source: Source, node: MapNode): void {
  const { key, at, value } = onlyEntry(node)!;
  const wrong = (what: string) => source.problem(value, `${key} takes ${what}, not ${describe(value)}`);
  const text = () => textOf(source, value, key);
  switch (key) {
    case "$any":
      if (value.kind !== "scalar" || value.value !== true) wrong("true");
      return;
    case "$type": {
      const type = text();
      if (type !== undefined && !jsonTypes.includes(type)) {
        source.problem(value, `there is no type ${type}: ${suggestion(type, jsonTypes)}`);
      }
      return;
    }
    case "$regex":
      checkPattern(source, value, text());
      return;
    case "$json":
      checkJson(source, value, text());
      return;
    case "$close":
      if (value.kind !== "list" || value.items.length !== 2 || !value.items.every(isNumber)) {
        wrong("[number, tolerance]");
      }
      return;
    case "$one_of":
    case "$unordered":
      if (value.kind !== "list") wrong("a list");
      else check(source, value);
      return;
    case "$has":
      if (value.kind !== "map") wrong("an object");
      else check(source, value);
      return;
    case "$contains":
    case "$not":
    case "$each":
      check(source, value);
      return;
    case "$literal":
      return;
    default:
      source.problem(at, `there is no matcher ${key}: ${suggestion(key, matchers)}`);
  }
}

const isNumber = (node: Node): boolean => node.kind === "scalar" && node.value instanceof Num;

function checkPattern(source: Source, node: Node, pattern: string | undefined): void {
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    source.problem(
      node,
      `invalid regular expression: ${(error as Error).message.replace(/^.*: /, "").toLowerCase()}`,
    );
  }
}

function checkJson(source: Source, node: Node, text: string | undefined): void {
  if (text === undefined) return;
  try {
    read(fill(text));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    source.problem(node, `invalid JSON: ${error.message}`);
  }
}
