import { createHash } from "node:crypto";
import { fromPlain, write } from "../json/index.ts";
import type { Case } from "../model.ts";

/** Encodes a case as compact JSON with its short forms expanded, and numbers and key order as the author wrote them. */
export function encodeCase(one: Case): string {
  return write(fromPlain(one));
}

/** Encodes a case without its place, so that a case that only moved counts as unchanged. */
export function meaningOf(one: Case): string {
  return encodeCase({ ...one, file: "", line: 0 });
}

/** Returns the SHA-256 of what the cases mean, in any order, in hex. */
export function hashOf(cases: Case[]): string {
  return createHash("sha256").update(cases.map(meaningOf).sort().join("\n")).digest("hex");
}
