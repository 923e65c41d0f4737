import { decodeUtf8Loosely } from "../json/index.ts";

// Belongs to every JavaScript runtime, but not to the language's own library.
declare const URLSearchParams: new (text: string) => Iterable<[string, string]>;

/** The parameters of a query string, without its `?`, as URLSearchParams reads them; the last of a repeated name wins. */
export function parseQueryString(text: string): Map<string, string> {
  // URLSearchParams drops one leading "?", which here would be the first name's own.
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
