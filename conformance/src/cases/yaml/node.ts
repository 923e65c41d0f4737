import type { Json, Num } from "../../json/index.ts";

/** A value of a YAML file with its place, an offset into the text. */
export type Node = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  kind: "scalar";
  at: number;
  value: null | boolean | string | Num;
  /** A problem of it is already reported. */
  broken?: true;
}

export interface ListNode {
  kind: "list";
  at: number;
  items: Node[];
}

export interface MapNode {
  kind: "map";
  at: number;
  entries: Map<string, Entry>;
}

export interface Entry {
  /** Place of the key. */
  at: number;
  value: Node;
}

/** Returns the value without places. */
export function toJson(node: Node): Json {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toJson);
  return new Map([...node.entries].map(([key, { value }]) => [key, toJson(value)]));
}

/** Returns the only entry of a map with one key. */
export function onlyEntry(node: Node): { key: string; at: number; value: Node } | undefined {
  if (node.kind !== "map" || node.entries.size !== 1) return undefined;
  const [[key, entry]] = node.entries as unknown as [[string, Entry]];
  return { key, ...entry };
}
