import type { Engine } from "./engine.ts";
import { JsonSyntaxError, textOf } from "./errors.ts";

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** Reading and writing JSON by the rules of the contract. */
export interface Json {
  /**
   * Writes a value as one compact JSON document. Non-finite numbers become `null` [JSON-8], lone surrogates become U+FFFD
   * [JSON-9], and `toJSON` is called [JSON-11]. A property that is `undefined` is left out, an `undefined` array element
   * becomes `null`, a bigint becomes an integer.
   *
   * @throws {TypeError} if the value or a part of it has no JSON form [JSON-10]; the message says which part
   */
  write(value: unknown): string;
  /**
   * Reads one JSON document, strictly [JSON-6]; the last of duplicate keys wins [JSON-7].
   *
   * @throws {JsonSyntaxError} if the text is not JSON by the contract
   */
  read(text: string): JsonValue;
}

export const jsonOf = (engine: Engine): Json => ({
  write: (value) => textOf(engine.writeJson(value)),
  read(text) {
    // The core knows only Unicode text: as UTF-8, the text would be another one.
    if (!text.isWellFormed()) throw new JsonSyntaxError("lone surrogate");
    const outcome = engine.checkJson(text);
    if (typeof outcome === "object" && outcome !== null) throw new JsonSyntaxError(outcome.message);
    return JSON.parse(text);
  },
});
