import type { Dirent } from "node:fs";
import { join } from "node:path";
import {
  botyardError,
  encodeKey,
  type JsonValue,
  keyOfFile,
  readStateDocument,
  type Schema,
  sortByBytes,
  stateAs,
  stateDocument,
} from "@botyard/core";
import { isQueryProcess, stateDirectory } from "./process/environment.ts";
import { flushDirectory, isFile, makeDirectory, readFile, replaceFile } from "./process/files.ts";
import { readdirSync, unlinkSync } from "./process/fs.ts";
import { systemErrorName } from "./process/system-error.ts";

/**
 * Returns the value of a key. Every call reads the file again, and so returns what another process has set. Only a
 * regular file is a key; a folder, link or pipe in its place counts as absent [ST-4].
 *
 * @typeParam T type of the value; it is not checked
 * @param fallback value to return if the key does not exist (default: null). A stored `null` is a value [ST-9].
 * @throws {BotyardError} `state.invalid_key` if the key is not as {@link set} describes, `state.corrupt` if its file is not
 * JSON, whatever the fallback, `state.read_failed` if the file cannot be read [ST-3, ST-10, ST-11]
 * @example
 * console.log(state.get("runs", 0)); // 0
 * state.set("runs", 1);
 * console.log(state.get("runs", 0)); // 1
 */
export function get<T = JsonValue>(key: string): T | null;
export function get<T>(key: string, fallback: T): T;
export function get(key: string, fallback: unknown = null): unknown {
  const path = fileOf(key);
  const bytes = reading(() => readFile(path));
  return bytes === undefined ? fallback : readStateDocument(key, bytes, path);
}

/**
 * Returns the value of a key as a schema says [ST-22]. A stored `null` does not fit unless the schema has null.
 *
 * @param schema of zod, valibot, arktype or another library that follows Standard Schema
 * @param fallback value to return if the key does not exist (default: null)
 * @throws {BotyardError} `state.wrong_type`, with the path of the first part that does not fit, and the codes of
 * {@link get}
 * @throws {TypeError} if the schema is asynchronous
 * @example
 * const runs: Schema<number> = {
 *   "~standard": {
 *     version: 1,
 *     vendor: "own",
 *     validate: (value) => (Number.isInteger(value) ? { value: Number(value) } : { issues: [{ message: "no count" }] }),
 *   },
 * };
 * console.log(state.getAs("runs", runs, 0)); // 0
 * state.set("runs", "many");
 * try {
 *   state.getAs("runs", runs);
 * } catch (error) {
 *   console.log((error as Error).message); // the value of state key "runs" is of another type: it does not fit: no count
 * }
 */
export function getAs<T>(key: string, schema: Schema<T>): T | null;
export function getAs<T>(key: string, schema: Schema<T>, fallback: T): T;
export function getAs<T>(key: string, schema: Schema<T>, fallback: T | null = null): T | null {
  const value = get<JsonValue | typeof absent>(key, absent);
  return value === absent ? fallback : stateAs(key, value as JsonValue, schema);
}

const absent = Symbol("absent");

/**
 * Stores a value under a key. On return the value is on disk; readers see either the old value or the new one [ST-6].
 *
 * @param key 1 to 200 characters when encoded: `a`–`z`, digits, `_` and `-` count as one, other bytes as three [ST-3]
 * @param value any JSON value of at most 1 MiB as JSON
 * @throws {BotyardError} `state.read_only` in a query process, `state.invalid_key` if the key is not as above,
 * `state.invalid_value` if the value has no JSON form, `state.value_too_large` if it is longer than 1,048,576 bytes,
 * `state.write_failed` if the file cannot be written; the old value then stays [ST-5, ST-7, ST-14]
 * @example
 * try {
 *   state.set("closes", "9".repeat(2_000_000));
 * } catch (error) {
 *   if (!(error instanceof BotyardError && error.code === "state.value_too_large")) throw error;
 *   state.set("closes", []);
 * }
 * console.log(state.get("closes")); // []
 */
export function set(key: string, value: unknown): void {
  refuseInQuery("set");
  const encoded = encodeKey(key);
  const document = stateDocument(key, value);
  const directory = stateDirectory();
  const path = join(directory, `${encoded}.json`);
  writing(() => {
    try {
      replaceFile(path, document, encoded);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      makeDirectory(directory);
      replaceFile(path, document, encoded);
    }
  });
  flushDirectory(directory);
}

/**
 * Removes a key. On return the removal is on disk.
 *
 * @returns true if it existed
 * @throws {BotyardError} `state.read_only`, `state.invalid_key` or `state.write_failed`, as for {@link set}
 * @example
 * state.set("position", 10);
 * console.log(state.delete("position"), state.delete("position")); // true false
 */
function remove(key: string): boolean {
  refuseInQuery("delete");
  const path = fileOf(key);
  // A folder or a link of that name is not a key [ST-4].
  const removed = writing(() => isFile(path) && unlink(path));
  if (removed) flushDirectory(stateDirectory());
  return removed;
}

export { remove as delete };

/**
 * Removes every key; other files in the directory stay [ST-13].
 *
 * @throws {BotyardError} `state.read_only` or `state.write_failed`, as for {@link set}
 * @example
 * state.set("runs", 1);
 * state.clear();
 * console.log(state.list()); // []
 */
export function clear(): void {
  refuseInQuery("clear");
  const directory = stateDirectory();
  writing(() => {
    for (const key of keysIn(directory)) unlink(fileOf(key));
  });
  flushDirectory(directory);
}

/**
 * Returns whether a key exists, even if its value is `null` or its file is not JSON [ST-10, ST-12].
 *
 * @throws {BotyardError} `state.invalid_key` or `state.read_failed`, as for {@link get}
 * @example
 * state.set("position", null);
 * console.log(state.exists("position"), state.exists("runs")); // true false
 */
export function exists(key: string): boolean {
  const path = fileOf(key);
  return reading(() => isFile(path)) ?? false;
}

/**
 * Returns all keys, sorted by their UTF-8 bytes [ST-12].
 *
 * @throws {BotyardError} `state.read_failed` if the directory cannot be read
 * @example
 * state.set("runs", 1);
 * state.set("position", 10);
 * console.log(state.list().join(" ")); // position runs
 */
export function list(): string[] {
  const directory = stateDirectory();
  return reading(() => keysIn(directory)) ?? [];
}

function fileOf(key: string): string {
  return join(stateDirectory(), `${encodeKey(key)}.json`);
}

function keysIn(directory: string): string[] {
  const keys = entriesOf(directory)
    .filter((entry) => entry.isFile())
    .flatMap((entry) => keyOfFile(entry.name) ?? []);
  return sortByBytes(keys);
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function refuseInQuery(operation: string): void {
  if (isQueryProcess()) throw botyardError("state.read_only", { operation });
}

function unlink(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Runs a read; returns undefined if the file or the directory does not exist. */
function reading<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw botyardError("state.read_failed", whatFailed(cause), cause);
  }
}

function writing<T>(write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw botyardError("state.write_failed", whatFailed(cause), cause);
  }
}

function whatFailed(cause: unknown): { path: string; reason: string } {
  return { path: stateDirectory(), reason: systemErrorName(cause) };
}
