import { suggestion } from "./nearest.ts";
import type { Node } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Names that `${…}` may hold, each with an example of its value. */
const examples: Record<string, string> = {
  ...{ nonce: "nonce0nonce0", dir: "/tmp/case", port: "49152" },
  ...{ fail_type: "Error", fail_file: "/tmp/adapter", fail_line: "1" },
};
/** `x*5`: a character and its number of repetitions. */
const repeated = /^(.)\*([1-9]\d{0,6})$/su;

/** Adds a problem for each unknown `${…}` in a string or key below the node. */
export function checkPlaceholders(source: Source, node: Node): void {
  if (node.kind === "list") for (const item of node.items) checkPlaceholders(source, item);
  if (node.kind === "map") {
    for (const [key, { at, value }] of node.entries) {
      checkText(source, key, at);
      checkPlaceholders(source, value);
    }
  }
  if (node.kind === "scalar" && typeof node.value === "string" && !node.broken) {
    checkText(source, node.value, node.at);
  }
}

/** Fills the placeholders with example values. */
export function fill(text: string): string {
  return text.replace(/\$\{(.\*\d+|[^}]*)\}/gsu, (whole, name: string) => {
    const [, char, times] = repeated.exec(name) ?? [];
    return char === undefined ? (examples[name] ?? whole) : char.repeat(Number(times));
  });
}

function checkText(source: Source, text: string, at: number): void {
  for (const [whole, name] of text.matchAll(/\$\{(.\*\d+|[^}]*)\}?/gsu)) {
    const isKnown = Object.hasOwn(examples, name!) || name!.startsWith("row.") || repeated.test(name!);
    if (!isKnown || !whole.endsWith("}")) {
      const hint = whole.includes("*")
        ? "only one character can be repeated"
        : suggestion(name!, Object.keys(examples));
      source.problem(at, `unknown placeholder ${whole}: ${hint}`);
    }
  }
}
