import { decodeUtf8Loosely } from "../json/index.ts";

// Available in every JavaScript runtime, but not declared by the language's own library.
declare const URLSearchParams: new (text: string) => Iterable<[string, string]>;

/** Parses a query string (without `?`) as URLSearchParams does; the last of a repeated name wins. */
export function parseQueryString(text: string): Map<string, string> {
  // URLSearchParams drops one leading "?", which here would be part of the first name.
  return new Map(new URLSearchParams(`?${text}`));
}

/** Percent-decodes once and never fails: a stray `%` stays, bytes that are not UTF-8 become U+FFFD. */
export function percentDecode(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[\da-fA-F]{2})+/g, (escapes) => {
    const bytes = escapes.match(/[\da-fA-F]{2}/g)!.map((hex) => Number.parseInt(hex, 16));
    return decodeUtf8Loosely(Uint8Array.from(bytes));
  });
}
