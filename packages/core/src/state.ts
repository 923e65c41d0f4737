import { botyardError, shown } from "./errors/index.ts";
import { decodeUtf8, type JsonValue, readJson, utf8Length, writeJson } from "./json/index.ts";

/** The longest key, in characters of the encoded form [ST-3]. */
export const maxKeyLength = 200;
/** The largest value, in bytes of JSON [ST-5]. */
export const maxValueBytes = 1_048_576;

/**
 * Encodes a key for its file name, without `.json` [ST-2].
 *
 * @throws {BotyardError} `state.invalid_key` [ST-3]
 */
export function encodeKey(key: unknown): string {
  const refused = (reason: string) => botyardError("state.invalid_key", { key: shown(key), reason });
  if (typeof key !== "string") throw refused("it is not a string");
  if (key === "") throw refused("it is empty");
  if (!key.isWellFormed()) throw refused("it holds a lone surrogate");
  // The encoded form is never shorter than the key, so a long key is refused without encoding it.
  const encoded = key.length > maxKeyLength ? undefined : encode(key);
  if (encoded === undefined || encoded.length > maxKeyLength) {
    throw refused(`it is longer than ${maxKeyLength} characters when encoded`);
  }
  return encoded;
}

function encode(key: string): string {
  return encodeURIComponent(key).replace(/%..|[^a-z0-9_-]/g, (byte) =>
    byte.length === 3 ? byte.toLowerCase() : `%${byte.charCodeAt(0).toString(16)}`,
  );
}

/** Returns the key of a file in the state directory, or undefined if the name is not that of a key [ST-4]. */
export function keyOfFile(fileName: string): string | undefined {
  if (!fileName.endsWith(".json")) return undefined;
  const encoded = fileName.slice(0, -".json".length);
  try {
    const key = decodeURIComponent(encoded);
    return encodeKey(key) === encoded ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the JSON document for the file of a key [ST-1].
 *
 * @throws {BotyardError} `state.invalid_value`, `state.value_too_large`
 */
export function stateDocument(key: string, value: unknown): string {
  const text = writeJson(value, (reason, cause) =>
    botyardError("state.invalid_value", { key: shown(key), reason }, cause),
  );
  const size = text.length * 3 <= maxValueBytes ? 0 : utf8Length(text);
  if (size > maxValueBytes) throw botyardError("state.value_too_large", { key: shown(key), size });
  return text;
}

/**
 * Reads a value from the content of its key's file [ST-10].
 *
 * @throws {BotyardError} `state.corrupt`
 */
export function readStateDocument(key: string, bytes: Uint8Array, path: string): JsonValue {
  try {
    return readJson(decodeUtf8(bytes));
  } catch (cause) {
    throw botyardError("state.corrupt", { key: shown(key), path }, cause);
  }
}
