import { PlatformError } from "../errors/platform-error.ts";
import type { Paged } from "../selection/page.ts";

/** Encodes the position at which a page ended. Queries that use a cursor must filter by owner as well. */
export function cursorOf(...place: string[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/**
 * Decodes a cursor of `parts` strings; `undefined` without a cursor.
 *
 * @throws {PlatformError} `invalid_cursor`
 */
export function readCursor(cursor: string | undefined, parts: number): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(place) && place.length === parts && place.every((part) => typeof part === "string"))
      return place;
  } catch {}
  throw new PlatformError("invalid_cursor");
}

/**
 * Decodes a cursor of one number; `undefined` without a cursor.
 *
 * @throws {PlatformError} `invalid_cursor`
 */
export function readNumberCursor(cursor: string | undefined): number | undefined {
  const [place] = readCursor(cursor, 1) ?? [];
  if (place !== undefined && !/^\d{1,15}$/.test(place)) throw new PlatformError("invalid_cursor");
  return place === undefined ? undefined : Number(place);
}

/** Returns a page of at most `limit` items. An additional item in `found` means that there is a next page. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  place: (last: Item) => string[],
): { items: Item[]; next_cursor?: string } {
  return cursorPage({ items: found.slice(0, limit), more: found.length > limit }, place);
}

/** Returns a page of the store with the cursor of the next one. */
export function cursorPage<Item>(
  { items, more }: Paged<Item>,
  place: (last: Item) => string[],
): { items: Item[]; next_cursor?: string } {
  const last = items.at(-1);
  return { items, ...(more && last !== undefined && { next_cursor: cursorOf(...place(last)) }) };
}
