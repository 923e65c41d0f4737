import { readFileSync } from "node:fs";
import { BadInput } from "../bad-input.ts";
import { suggestion } from "../cases/nearest.ts";
import type { Contract } from "./contract.ts";

/** By clause: the hash of the text that its cases were reviewed against. */
export type Pins = Record<string, string>;

/** Reads `pins.json`. @throws {BadInput} when it is none */
export function readPins(file: string): Pins {
  try {
    const pins: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isPins(pins)) return pins;
  } catch {
    // It is not there, or no JSON: in either case it is to be had back.
  }
  throw new BadInput([
    { file, message: "is not a JSON object of clauses and their hashes; restore it from version control" },
  ]);
}

/** Pins with the current text of the named clauses, and of no clause that the contract does not have any more. */
export function pin(pins: Pins, { clauses }: Contract, ids: Iterable<string>): Pins {
  const named = new Set(ids);
  const known = clauses.map(({ id }) => id);
  for (const id of named) {
    if (!known.includes(id))
      throw new BadInput([{ file: id, message: `is not a clause of the contract: ${suggestion(id, known)}` }]);
  }
  const entries = clauses.flatMap(({ id, sha256 }) => {
    const hash = named.has(id) ? sha256 : pins[id];
    return hash === undefined ? [] : [[id, hash] as const];
  });
  return Object.fromEntries(entries);
}

/** The text of `pins.json`, in the contract's order. */
export function pinsFile(pins: Pins): string {
  return `${JSON.stringify(pins, null, 2)}\n`;
}

function isPins(value: unknown): value is Pins {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((hash) => typeof hash === "string" && /^[0-9a-f]{16}$/.test(hash))
  );
}
