import { type Json, Num } from "../json/index.ts";
import { describe, textOf } from "./fields.ts";
import { suggestion } from "./nearest.ts";
import { checkBase64 } from "./path.ts";
import { makes } from "./vocabulary.ts";
import { type Node, onlyEntry, toJson } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** What the ops of one step have declared so far, and what they may name. */
export interface Told {
  /** Codes of the contract's errors. */
  codes: ReadonlySet<string>;
  /** Names of kept values. */
  kept: Set<string>;
  /** Capabilities that the ops themselves need. */
  needs: Set<string>;
}

/** Reads an argument of an op and checks its `{$var: …}`, `{$make: …}` and `{$literal: …}`. */
export function readArgument(source: Source, node: Node, told: Told): Json {
  check(source, node, told);
  return toJson(node);
}

function check(source: Source, node: Node, told: Told): void {
  if (node.kind === "list") for (const item of node.items) check(source, item, told);
  if (node.kind !== "map") return;
  const only = onlyEntry(node);
  if (!only?.key.startsWith("$")) {
    for (const { value } of node.entries.values()) check(source, value, told);
    return;
  }
  if (only.key === "$var") checkKept(source, only.value, told);
  else if (only.key === "$make") checkMade(source, only.value, told);
  else if (only.key === "$literal") {
    if (only.value.kind !== "map")
      source.problem(only.value, `$literal takes an object, not ${describe(only.value)}`);
  } else {
    const names = ["$var", "$make", "$literal"];
    source.problem(only.at, `an argument cannot be a {${only.key}: …}: ${suggestion(only.key, names)}`);
  }
}

/** Adds a problem unless an earlier op keeps a value under this name. */
export function checkKept(source: Source, node: Node, { kept }: Told): void {
  const name = textOf(source, node, "the name of a kept value");
  if (name === undefined || kept.has(name)) return;
  const hint = kept.size > 0 ? suggestion(name, kept) : "no earlier op has an `as`";
  source.problem(node, `no earlier op keeps a value as ${name}: ${hint}`);
}

function checkMade(source: Source, node: Node, { needs }: Told): void {
  const [kindNode, size, more] = node.kind === "list" ? node.items : [node];
  const kind = kindNode && textOf(source, kindNode, "$make's kind");
  if (kind === undefined) {
    if (!kindNode) source.problem(node, "$make takes a kind, or [kind, n]");
    return;
  }
  const shape = Object.hasOwn(makes, kind) ? makes[kind] : undefined;
  if (!shape) {
    source.problem(kindNode!, `$make has no kind ${kind}: ${suggestion(kind, Object.keys(makes))}`);
    return;
  }
  needs.add(`makes-${kind}`);
  if (shape === "bytes" || shape === "byte-lists") {
    checkBytes(source, node, kind, shape, more ? undefined : size);
    return;
  }
  const sizes = shape === "nested" ? /^[1-9]\d*$/ : /^(?:0|[1-9]\d*)$/;
  const isSize = size?.kind === "scalar" && size.value instanceof Num && sizes.test(size.value.raw);
  if (shape !== "plain" && (!isSize || more)) source.problem(node, `${kind} needs a size: [${kind}, 100]`);
  if (shape === "plain" && node.kind === "list")
    source.problem(node, `${kind} takes no size; write {$make: ${kind}}`);
}

function checkBytes(
  source: Source,
  node: Node,
  kind: string,
  shape: "bytes" | "byte-lists",
  given: Node | undefined,
): void {
  const isList = given?.kind === "list" && given.items.length > 0;
  if (!given || isList !== (shape === "byte-lists")) {
    const form = shape === "bytes" ? `[${kind}, base64]` : `[${kind}, [base64, …]]`;
    source.problem(node, `${kind} needs its bytes: ${form}`);
    return;
  }
  for (const item of given.kind === "list" ? given.items : [given]) {
    const text = textOf(source, item, `the bytes of ${kind}`);
    if (text !== undefined) checkBase64(source, item.at, text);
  }
}
