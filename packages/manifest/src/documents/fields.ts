import { suggestion } from "../nearest.ts";
import type { ProblemCode } from "../problems/codes.ts";
import type { Problem } from "../problems/problem.ts";
import { isObject, type Path, pointerOf } from "./pointer.ts";
import type { SourceDocument } from "./source-document.ts";

type FieldRoom = "bot_config" | "instance" | "runtimes";

const namedUnknownFields = 100;

/** Reads the fields of one document and collects every problem with its position. */
export class FieldReader {
  readonly problems: Problem[] = [];
  readonly #file: string;
  readonly #room: FieldRoom;
  readonly #document: SourceDocument | undefined;

  constructor(file: string, room: FieldRoom, document?: SourceDocument) {
    this.#file = file;
    this.#room = room;
    this.#document = document;
  }

  /** Adds a problem with the value at `path`, or with its key. */
  report(
    path: Path,
    code: ProblemCode,
    message: string,
    next: string,
    options: { severity?: "error" | "warning"; atKey?: boolean } = {},
  ): void {
    const place = options.atKey ? this.#document?.placeOfKey(path) : this.#document?.placeOf(path);
    const problem: Problem = {
      code,
      file: this.#file,
      ...place,
      pointer: pointerOf(path),
      message,
      next,
      severity: options.severity ?? "error",
    };
    this.problems.push(problem);
  }

  /** Returns the source text of a scalar, if the document was parsed from text. */
  sourceOf(path: Path): string | undefined {
    return this.#document?.sourceOf(path);
  }

  /** Reports unknown fields, at most 100. Fields that start with `x-` are ignored. */
  unknownFields(at: Path, fields: Record<string, unknown>, known: readonly string[]): void {
    const unknown = Object.keys(fields).filter((field) => !known.includes(field) && !field.startsWith("x-"));
    for (const field of unknown.slice(0, namedUnknownFields)) {
      const shown = JSON.stringify(pathName([...at, field]));
      this.report(
        [...at, field],
        `${this.#room}.unknown_field`,
        `Unknown field ${shown}.`,
        suggestion(field, known),
        {
          atKey: true,
        },
      );
    }
  }

  /** Reads an object field. Returns `undefined` if it is missing or not an object. */
  object(
    parent: Record<string, unknown>,
    at: Path,
    required: string | undefined,
  ): Record<string, unknown> | undefined {
    const value = parent[String(at.at(-1))];
    if (value === undefined || value === null) {
      if (required !== undefined || value === null)
        this.#absent(at, value, required ?? "Give it a value, or remove it.");
      return undefined;
    }
    if (isObject(value)) return value;
    this.report(
      at,
      `${this.#room}.wrong_type`,
      `"${pathName(at)}" is ${describe(value)}, not an object.`,
      required ?? "Make it an object.",
    );
    return undefined;
  }

  /** Reads a string field. Returns `undefined` if it is missing, empty or not a string. */
  text(parent: Record<string, unknown>, at: Path, required: string | undefined): string | undefined {
    const value = parent[String(at.at(-1))];
    if (value === undefined || value === null) {
      if (required !== undefined || value === null)
        this.#absent(at, value, required ?? "Give it a value, or remove it.");
      return undefined;
    }
    if (typeof value === "string") {
      if (value.trim() !== "") return value;
      this.#absent(at, value, required ?? "Give it a value, or remove it.");
      return undefined;
    }
    const key = at.at(-1);
    const source = this.#document?.sourceOf(at) ?? JSON.stringify(value);
    if (typeof value === "number" || typeof value === "boolean") {
      const message = `"${pathName(at)}" is ${source}, which is ${describe(value)}, not a string.`;
      this.report(
        at,
        `${this.#room}.wrong_type`,
        message,
        `Quote it: ${typeof key === "number" ? "" : `${key}: `}"${source}".`,
      );
    } else {
      this.report(
        at,
        `${this.#room}.wrong_type`,
        `"${pathName(at)}" is ${describe(value)}, not a string.`,
        "Make it a string.",
      );
    }
    return undefined;
  }

  /** Reads a string field that must be one of `words`. */
  oneOf<Word extends string>(
    parent: Record<string, unknown>,
    at: Path,
    words: readonly Word[],
    required: string | undefined,
  ): Word | undefined {
    const value = this.text(parent, at, required);
    if (value === undefined) return undefined;
    const word = words.find((candidate) => candidate === value);
    if (word !== undefined) return word;
    const message = `"${pathName(at)}" is ${show(value)}; it must be ${oneOf(words.map(show))}.`;
    this.report(at, `${this.#room}.invalid_value`, message, suggestion(value, words));
    return undefined;
  }

  #absent(at: Path, value: unknown, next: string): void {
    const empty = value === undefined ? "is missing" : "is empty";
    this.report(at, `${this.#room}.missing_field`, `"${pathName(at)}" ${empty}.`, next);
  }
}

let alternatives: Intl.ListFormat | undefined;

/** Joins words by commas and "or". */
function oneOf(words: readonly string[]): string {
  // Loads the tables of the language, which takes 10 ms.
  alternatives ??= new Intl.ListFormat("en-GB", { type: "disjunction" });
  return alternatives.format(words);
}

/** Returns a path in dotted form: `entrypoints.bot`. */
export function pathName(path: Path): string {
  return path.join(".");
}

/** Returns a text in quotes, cut to 80 characters. */
export function show(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Returns a value as JSON, cut to 80 characters. */
export function showJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Returns the type of a value with its article: `a list`. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "a string";
    case "number":
      return "a number";
    case "boolean":
      return "a boolean";
    default:
      return "an object";
  }
}
