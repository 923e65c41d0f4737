import { decodeUtf8, hasSpaceBetweenTokens, type Json, Malformed, read } from "../json/index.ts";

/** The value of a document that an SDK wrote, or why its bytes are invalid. */
export type Document = { value: Json } | { problem: string };

/** Reads a document and checks that it follows the writing rules [JSON-1, JSON-2, JSON-3]. */
export function documentOf(bytes: string, lacks: ReadonlySet<string>): Document {
  try {
    const text = decodeUtf8(bytes);
    const value = read(text);
    if (hasSpaceBetweenTokens(text)) return { problem: "white space between tokens [JSON-1]" };
    if (!lacks.has("keeps-characters") && text.includes("\\") && needlessEscape.test(text)) {
      return { problem: "a character is escaped unnecessarily [JSON-3]" };
    }
    return { value };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { problem: `not valid JSON: ${error.message}` };
  }
}

// After an even number of backslashes. U+0000 to U+001F, the quote and the backslash must be escaped.
const needlessEscape = /(?<!\\)(?:\\\\)*\\(?:\/|u(?!00(?:[01]|22|5[cC])))/;
