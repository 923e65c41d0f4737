import { maxDepth } from "./value.ts";

/**
 * Makes the error for a value that has no JSON form.
 *
 * @param reason what has no JSON form and where it is, for example `a.b[3] is a function`
 * @param cause the error that a JSON hook of the value threw, if any
 */
export type OnUnsupported = (reason: string, cause?: unknown) => Error;

/**
 * Writes a value of bot code as one compact JSON document.
 *
 * Non-finite numbers become `null` [JSON-8], lone surrogates become U+FFFD [JSON-9], and `toJSON` is called [JSON-11].
 * A property that is `undefined` is left out, an `undefined` array element becomes `null`, a bigint becomes an integer.
 *
 * @throws {Error} the error that `onUnsupported` makes, if the value or a part of it has no JSON form [JSON-10]
 */
export function writeJson(value: unknown, onUnsupported: OnUnsupported): string {
  try {
    const text = write(value, "", 0);
    if (text !== undefined) return text;
  } catch (error) {
    const fault = asFault(error);
    throw onUnsupported(fault.reason(), fault.cause);
  }
  throw onUnsupported("got undefined");
}

class Fault {
  readonly path: (string | number)[] = [];
  readonly what: string;
  readonly cause: unknown;

  constructor(what: string, cause?: unknown) {
    this.what = what;
    this.cause = cause;
  }

  reason(): string {
    if (this.path.length === 0) return `got ${this.what}`;
    const shown = this.path.reverse().slice(0, 8).map(step).join("").replace(/^\./, "");
    return `${shown}${this.path.length > 8 ? "…" : ""} is ${this.what}`;
  }
}

function step(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[\w-]{1,60}$/.test(key) ? `.${key}` : `[${quote(key.slice(0, 60))}]`;
}

function asFault(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault("a value that cannot be read", error);
}

/** Returns the JSON text of a value, or undefined for the value undefined, which is left out of objects. */
function write(value: unknown, key: string, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "boolean":
      return value ? "true" : "false";
    case "undefined":
      return undefined;
    case "object":
      if (value === null) return "null";
  }
  const hook = (value as { toJSON?: unknown }).toJSON;
  // Buffer has a hook, but bytes have no JSON form [JSON-11].
  if (typeof hook !== "function" || isBytes(value)) return writeForm(value, depth);
  const form: unknown = hook.call(value, key);
  return typeof form === "object" && form !== null ? writeForm(form, depth) : writePlain(form);
}

function writePlain(form: unknown): string | undefined {
  // Only objects have a hook; no further hook is called for other values.
  if (typeof form === "function" || typeof form === "symbol" || typeof form === "bigint")
    return writeForm(form, 0);
  return write(form, "", 0);
}

function writeForm(value: unknown, depth: number): string {
  if (typeof value === "bigint") {
    // It could not be read again [JSON-6].
    if (!Number.isFinite(Number(value))) throw new Fault("an integer beyond the range of a double");
    return value.toString();
  }
  if (typeof value !== "object" || value === null) throw new Fault(`a ${typeof value}`);
  if (depth >= maxDepth) throw new Fault(`nested deeper than ${maxDepth} levels, or holds itself`);
  if (Array.isArray(value)) return writeArray(value, depth + 1);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return writeObject(value, depth + 1);
  return writeInstance(value, depth);
}

/** Writes an object of a class: a boxed primitive as its value, otherwise its properties if the class has a JSON form. */
function writeInstance(value: object, depth: number): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === "Number" || tag === "String" || tag === "Boolean" || tag === "BigInt") {
    return writePlain((value as { valueOf(): unknown }).valueOf()) ?? "null";
  }
  if (opaque.has(tag) || isBytes(value)) throw new Fault(/^[AEIOU]/.test(tag) ? `an ${tag}` : `a ${tag}`);
  return writeObject(value, depth + 1);
}

function isBytes(value: unknown): boolean {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return true;
  // Browsers have it only on pages that are isolated from those of other origins.
  return typeof SharedArrayBuffer !== "undefined" && value instanceof SharedArrayBuffer;
}

// JSON.stringify writes these as {} although they are not empty.
const opaque = new Set(
  "ArrayBuffer AsyncGenerator Date Error Generator Map Promise RegExp Set SharedArrayBuffer Symbol WeakMap WeakRef WeakSet".split(
    " ",
  ),
);

function writeArray(items: readonly unknown[], depth: number): string {
  let text = "";
  let index = 0;
  try {
    for (; index < items.length; index++) {
      const item = write(items[index], String(index), depth) ?? "null";
      text = index === 0 ? item : `${text},${item}`;
    }
  } catch (error) {
    throw within(error, index);
  }
  return `[${text}]`;
}

function writeObject(value: object, depth: number): string {
  const keys = Object.keys(value);
  if (!keys.every((key) => key.isWellFormed())) return writeObject(repairKeys(value), depth);
  let text = "";
  let key = "";
  try {
    for (key of keys) {
      const item = write((value as Record<string, unknown>)[key], key, depth);
      if (item === undefined) continue;
      text = text === "" ? `${quote(key)}:${item}` : `${text},${quote(key)}:${item}`;
    }
  } catch (error) {
    throw within(error, key);
  }
  return `{${text}}`;
}

function within(error: unknown, key: string | number): Fault {
  const fault = asFault(error);
  fault.path.push(key);
  return fault;
}

function repairKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), inner]));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must be escaped [JSON-2]
const needsCare = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Returns a string as JSON text. */
export function quote(text: string): string {
  return needsCare.test(text) ? JSON.stringify(text.toWellFormed()) : `"${text}"`;
}
