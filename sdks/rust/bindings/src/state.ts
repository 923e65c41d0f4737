import type { Engine } from "./engine.ts";
import { check, textOf } from "./errors.ts";
import type { JsonValue } from "./json.ts";

/** Keys and values of the bot's state, as names and contents of files. */
export interface State {
  /**
   * Returns the name of a key's file: the encoded key and `.json` [ST-2].
   *
   * @throws {BotyardError} `state.invalid_key` [ST-3]
   */
  fileName(key: unknown): string;
  /** Returns the key of a file in the state directory, or undefined if the name is not that of a key [ST-4]. */
  keyOf(fileName: string): string | undefined;
  /**
   * Makes the JSON document for the file of a key [ST-1].
   *
   * @throws {BotyardError} `state.invalid_value`, `state.value_too_large`
   */
  document(key: string, value: unknown): string;
  /**
   * Reads a value from the content of its key's file [ST-10].
   *
   * @throws {BotyardError} `state.corrupt`
   */
  readDocument(key: string, bytes: Uint8Array, path: string): JsonValue;
}

// Available in every JavaScript runtime, but not declared by the language's own library.
declare const TextDecoder: new (
  label: string,
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

export const stateOf = (engine: Engine): State => ({
  fileName: (key) => `${textOf(engine.encodeKey(key))}.json`,
  keyOf: (fileName) => engine.keyOfFile(fileName) ?? undefined,
  document: (key, value) => textOf(engine.stateDocument(key, value)),
  readDocument(key, bytes, path) {
    check(engine.checkStateDocument(key, bytes, path));
    return JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  },
});
