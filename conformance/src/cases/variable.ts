import type { Node } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Adds a problem unless name and value are valid for an environment variable. */
export function checkVariable(source: Source, name: string, at: { at: number } | number, value: Node): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    source.problem(at, `${JSON.stringify(name)} is not a valid variable name`);
  if (value.kind === "scalar" && typeof value.value === "string" && value.value.includes("\0"))
    source.problem(value, `the variable ${name} contains U+0000, which is not allowed`);
}
