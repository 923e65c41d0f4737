import type { Json, Num } from "../../json/index.ts";

/** A value of a YAML file that knows its place, as an offset into the text. */
export type Node = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  kind: "scalar";
  at: number;
  value: null | boolean | string | Num;
  /** Something is wrong with it that has been said already. */
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
  /** The key's place. */
  at: number;
  value: Node;
}

/** The value alone. */
export function toJson(node: Node): Json {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toJson);
  return new Map([...node.entries].map(([key, { value }]) => [key, toJson(value)]));
}

/** The only key of a map that has one key. */
export function onlyEntry(node: Node): { key: string; at: number; value: Node } | undefined {
  if (node.kind !== "map" || node.entries.size !== 1) return undefined;
  const [[key, entry]] = node.entries as unknown as [[string, Entry]];
  return { key, ...entry };
}
