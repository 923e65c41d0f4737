import type { Problem } from "../problems/problem.ts";
import { type Path, pathOf } from "./pointer.ts";

export type Place = { line?: number; column?: number };

/** Maximum nesting depth of every file. */
export const documentDepth = 32;

/** A parsed YAML or JSON text with the positions of its values. */
export type SourceDocument = {
  value: unknown;
  /** Position where the value starts; for a missing value, where its nearest existing parent starts. */
  placeOf(path: Path): Place;
  /** Position where the key starts. */
  placeOfKey(path: Path): Place;
  /** Source text of a scalar: `1.10` for the number 1.1. */
  sourceOf(path: Path): string | undefined;
};

export type YamlRoom = "bot_config" | "instance" | "runtimes";
export type JsonRoom = "bot_schema" | "instance";
type Room = YamlRoom | JsonRoom;
export type Parsed = { document?: SourceDocument; problems: Problem[] };

/** Editors on Windows put a byte order mark before the text. It has no column. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, "");

/** Adds line and column to problems that have only a pointer. */
export function locate(problems: readonly Problem[], document: SourceDocument | undefined): Problem[] {
  return problems.map((problem) => {
    if (document === undefined || problem.line !== undefined || problem.pointer === undefined) return problem;
    return { ...problem, ...document.placeOf(pathOf(problem.pointer)) };
  });
}

/** Returns a problem if the text has more than `maxBytes` bytes. */
export function checkSize(text: string, file: string, room: Room, maxBytes: number): Problem | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return undefined;
  const message = `The file has ${bytes} bytes; at most ${maxBytes} are allowed.`;
  return { code: `${room}.too_large`, file, message, next: "Make it shorter.", severity: "error" };
}

/** Returns the problem for a document that is nested deeper than {@link documentDepth}. */
export function tooDeep(file: string, room: Room): Problem {
  const message = `The file is nested deeper than ${documentDepth} levels.`;
  return { code: `${room}.too_deep`, file, message, next: "Reduce the nesting.", severity: "error" };
}
