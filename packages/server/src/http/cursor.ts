import { PlatformError } from "../errors.ts";

/** Where a page ended, as text that says nothing to anyone else. Every query it goes into names the owner too. */
export function cursorOf(...place: string[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Throws `invalid_cursor` unless the cursor holds `parts` texts. */
export function readCursor(cursor: string | undefined, parts: number): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(place) && place.length === parts && place.every((part) => typeof part === "string"))
      return place;
  } catch {}
  throw new PlatformError("invalid_cursor");
}

/** A page of at most `limit` items out of up to `limit + 1` that were read. */
export function pageOf<Item, View>(
  found: readonly Item[],
  limit: number,
  view: (item: Item) => View,
  place: (last: Item) => string[],
): { items: View[]; next_cursor?: string } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items: items.map(view), ...(more && { next_cursor: cursorOf(...place(last)) }) };
}
