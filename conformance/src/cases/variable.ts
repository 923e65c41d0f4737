import type { Node } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Adds a problem unless a process can be given a variable of this name and value. */
export function checkVariable(source: Source, name: string, at: { at: number } | number, value: Node): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    source.problem(at, `${JSON.stringify(name)} is no name of a variable`);
  if (value.kind === "scalar" && typeof value.value === "string" && value.value.includes("\0"))
    source.problem(value, `the variable ${name} holds U+0000, which ends a variable`);
}
