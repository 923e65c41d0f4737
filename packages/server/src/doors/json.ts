import { JsonSyntaxError, readJson } from "@botyard/core";
import { repeatedKey } from "@botyard/manifest";
import { PlatformError } from "../errors/platform-error.ts";

// Keeps a byte order mark, so that the JSON parser refuses it as later readers of the bytes would [JSON-6].
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads what users send, at every door: the JSON of the contract [JSON-6], encoded as UTF-8, in which no object has a
 * key twice.
 *
 * @param what what is read, as the subject of a sentence (default: `The body`)
 * @param read how the text is parsed (default: with numbers as doubles)
 * @throws {PlatformError} `malformed_json`
 */
export function readSent(
  sent: Uint8Array | string,
  { what = "The body", read = readJson }: { what?: string; read?: (text: string) => unknown } = {},
): unknown {
  const text = typeof sent === "string" ? sent : decoded(sent, what);
  if (text.startsWith("\uFEFF")) {
    const why = `${what} is not valid JSON: it begins with a byte order mark.`;
    throw new PlatformError("malformed_json", `${why} Remove it: save the text as UTF-8 without BOM.`);
  }
  let value: unknown;
  try {
    value = read(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new PlatformError("malformed_json", `${what} is not valid JSON: ${error.message}.`);
  }
  const repeated = repeatedKey(text);
  if (repeated === undefined) return value;
  const key = JSON.stringify(repeated.key.slice(0, 80));
  const detail = `The key ${key} appears twice in one object.`;
  throw new PlatformError("malformed_json", detail, {
    errors: [{ pointer: repeated.pointer.slice(0, 300), detail, next: "Remove one of the two." }],
  });
}

function decoded(bytes: Uint8Array, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new PlatformError("malformed_json", `${what} is not UTF-8.`);
  }
}
