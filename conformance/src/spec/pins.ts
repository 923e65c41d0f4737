import { readFileSync } from "node:fs";
import { BadInput } from "../bad-input.ts";
import { suggestion } from "../cases/nearest.ts";
import type { Contract } from "./contract.ts";

/** Hash of the clause text against which the cases were reviewed, by clause. */
export type Pins = Record<string, string>;

/**
 * Reads `pins.json`.
 *
 * @throws {BadInput} if the file is missing or invalid
 */
export function readPins(file: string): Pins {
  try {
    const pins: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isPins(pins)) return pins;
  } catch {
    // Missing or invalid JSON: reported below.
  }
  throw new BadInput([
    { file, message: "is not a JSON object of clauses and their hashes; restore it from version control" },
  ]);
}

/**
 * Returns the pins with the named clauses renewed, without clauses that are no longer in the contract.
 *
 * @throws {BadInput} if a named clause is not in the contract
 */
export function pin(pins: Pins, { clauses }: Contract, ids: Iterable<string>): Pins {
  const named = new Set(ids);
  const known = clauses.map(({ id }) => id);
  for (const id of named) {
    if (!known.includes(id))
      throw new BadInput([
        { file: id, message: `is not a clause of the contract: ${suggestion(id, known)}` },
      ]);
  }
  const entries = clauses.flatMap(({ id, sha256 }) => {
    const hash = named.has(id) ? sha256 : pins[id];
    return hash === undefined ? [] : [[id, hash] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the text of `pins.json`. */
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
