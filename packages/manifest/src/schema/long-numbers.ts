import { isRounded, mayRound } from "@botyard/core";
import { scanJsonPlaces } from "../documents/json-places.ts";
import { type Path, pointerOf } from "../documents/pointer.ts";
import type { Problem } from "../problems/problem.ts";
import { isSecretKey } from "./secret.ts";

/** The problem of a number that a double cannot represent, without its file. */
type LongNumber = Pick<Problem, "code" | "message" | "next" | "severity"> & { path: Path; pointer: string };

const reported = 100;

/**
 * Finds the numbers of a JSON text that a double would round, such as long account numbers, at most 100. Configs are
 * checked and stored as doubles, so such numbers are rejected: a bot must not get another number than the one written.
 */
export function longNumbers(text: string): LongNumber[] {
  if (!mayRound(text)) return [];
  const found: LongNumber[] = [];
  const visit = ({ start, end, members, items }: ReturnType<typeof scanJsonPlaces>["root"], path: Path) => {
    for (const [key, { node }] of members ?? []) visit(node, [...path, key]);
    for (const [index, node] of items?.entries() ?? []) visit(node, [...path, index]);
    if (members || items || found.length === reported) return;
    const long = longNumberAt(path, text.slice(start, end));
    if (long) found.push(long);
  };
  visit(scanJsonPlaces(text).root, []);
  return found;
}

/** As {@link longNumbers}, only for the `config` of an instance's text; its other fields are checked separately. */
export function longConfigNumbers(text: string): LongNumber[] {
  return longNumbers(text).filter(({ path }) => path[0] === "config");
}

/** Returns the problem of one scalar, whose text this is; `undefined` if it is no number or keeps its digits. */
export function longNumberAt(path: Path, source: string): LongNumber | undefined {
  const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(source);
  return isNumber && isRounded(Number(source), source) ? longNumber(path, source) : undefined;
}

function longNumber(path: Path, source: string): LongNumber {
  const name = JSON.stringify(path.join("."));
  const isSecret = path.some((part) => isSecretKey(String(part)));
  const digits = source.length <= 60 ? source : `${source.slice(0, 60)}…`;
  return {
    code: "instance.long_number",
    severity: "error",
    path,
    pointer: pointerOf(path),
    message: isSecret
      ? `${name} has more digits than a double can represent.`
      : `${name} is ${digits}, which would be rounded to ${Number(source)}.`,
    next: 'Write it as a string, in quotes, with "type": "string" in the schema.',
  };
}
