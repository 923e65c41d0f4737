import type { SourceDocument } from "./document.ts";
import { suggestion } from "./nearest.ts";
import { isObject, type Path, pointerOf } from "./pointer.ts";
import type { Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-codes.ts";

type FieldRoom = "bot_config" | "instance" | "runtimes";

const namedUnknownFields = 100;

/** Reads the fields of one document and keeps every problem it meets, each with its place. */
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

  /** Keeps a problem with the value at `path`, or with its key. */
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

  /** A scalar as it is written, where there is a text. */
  sourceOf(path: Path): string | undefined {
    return this.#document?.sourceOf(path);
  }

  /** Names the fields that are not known here, a hundred at most; `x-…` is free. */
  unknownFields(at: Path, fields: Record<string, unknown>, known: readonly string[]): void {
    const unknown = Object.keys(fields).filter((field) => !known.includes(field) && !field.startsWith("x-"));
    for (const field of unknown.slice(0, namedUnknownFields)) {
      const shown = JSON.stringify(pathName([...at, field]));
      this.report(
        [...at, field],
        `${this.#room}.unknown_field`,
        `There is no field ${shown}.`,
        suggestion(field, known),
        {
          atKey: true,
        },
      );
    }
  }

  /** An object field; `undefined` when it is absent or something else. */
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

  /** A text field; `undefined` when it is absent or something else. */
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
      const message = `"${pathName(at)}" is written as ${source}, which is ${describe(value)}, not text.`;
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
        `"${pathName(at)}" is ${describe(value)}, not text.`,
        "Make it text.",
      );
    }
    return undefined;
  }

  /** One of a few words. */
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
    const message = `"${pathName(at)}" is ${show(value)}; it can be ${words.map(show).join(" or ")}.`;
    this.report(at, `${this.#room}.invalid_value`, message, suggestion(value, words));
    return undefined;
  }

  #absent(at: Path, value: unknown, next: string): void {
    const empty = value === undefined ? "is missing" : "is empty";
    this.report(at, `${this.#room}.missing_field`, `"${pathName(at)}" ${empty}.`, next);
  }
}

/** `entrypoints.bot`, as people say it. */
export function pathName(path: Path): string {
  return path.join(".");
}

/** A text in quotes, shortened. */
export function show(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** A value as JSON, shortened. */
export function showJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** What a value is, in a word with its article. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    default:
      return "an object";
  }
}
