import { readMatcher as readPlain } from "../../cases/matcher.ts";
import { type Node, onlyEntry, toJson } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import type { Matcher } from "../../model.ts";
import { fillText } from "./names.ts";

/** Reads an expected value, in which `{$kept: name}` stands for a value of an earlier answer. */
export function readMatcher(source: Source, node: Node): Matcher {
  readPlain(source, withoutKept(node));
  return toJson(node);
}

function withoutKept(node: Node): Node {
  // A pattern with placeholders is checked with examples in their place.
  if (node.kind === "scalar" && typeof node.value === "string")
    return { ...node, value: fillText(node.value, () => "x") };
  if (node.kind === "list") return { ...node, items: node.items.map(withoutKept) };
  if (node.kind !== "map") return node;
  if (onlyEntry(node)?.key === "$kept") return { kind: "scalar", at: node.at, value: null };
  const entries = [...node.entries].map(([key, entry]) => [
    key,
    { ...entry, value: withoutKept(entry.value) },
  ]);
  return { ...node, entries: new Map(entries as [string, { at: number; value: Node }][]) };
}
