import { suggestion } from "../../cases/nearest.ts";
import type { Node } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";

/** `x*5`: a character and its number of repetitions. */
const repeated = /^(.)\*([1-9]\d{0,6})$/su;

/** Names that exist in every case. */
const always = [
  "nonce",
  "base_url",
  "api_url",
  "version",
  "today",
  "today_compact",
  "yesterday",
  "tomorrow",
  "soon",
];

/** Adds a problem for each unknown `${…}` in a string or key below the node. */
export function checkNames(source: Source, node: Node, known: ReadonlySet<string>): void {
  if (node.kind === "list") for (const item of node.items) checkNames(source, item, known);
  if (node.kind === "map") {
    for (const [key, { at, value }] of node.entries) {
      checkText(source, key, at, known);
      checkNames(source, value, known);
    }
  }
  if (node.kind === "scalar" && typeof node.value === "string" && !node.broken)
    checkText(source, node.value, node.at, known);
}

function checkText(source: Source, text: string, at: number, known: ReadonlySet<string>): void {
  for (const [whole, name] of text.matchAll(/\$\{(.\*\d+|[^}]*)\}?/gsu)) {
    const isKnown =
      always.includes(name!) ||
      known.has(name!) ||
      /^(key|user|package)\.[a-z.-]+$/.test(name!) ||
      name!.startsWith("row.") ||
      repeated.test(name!);
    if (!isKnown || !whole.endsWith("}"))
      source.problem(at, `unknown placeholder ${whole}: ${suggestion(name!, [...always, ...known])}`);
  }
}

/** Replaces `${name}` by its value and `${x*5}` by five `x`; unknown names stay. */
export function fillText(text: string, valueFor: (name: string) => string | undefined): string {
  if (!text.includes("${")) return text;
  return text.replace(/\$\{(.\*\d+|[^}]*)\}/gsu, (whole, name: string) => {
    const [, char, times] = repeated.exec(name) ?? [];
    return char === undefined ? (valueFor(name) ?? whole) : char.repeat(Number(times));
  });
}
