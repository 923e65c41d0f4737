import type { QueryValues, Transport } from "./transport.ts";
import type { Page } from "./types.ts";

/** Every item of a listing, page after page. */
export async function allItems<Item>(
  transport: Transport,
  path: string,
  query: QueryValues = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await transport.json("GET", path, { query: { limit: 200, ...query, cursor } });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return items;
}

/** The newest items of a listing, at most `count` of them. */
export async function firstItems<Item>(
  transport: Transport,
  path: string,
  count: number,
  query: QueryValues = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(200, count - items.length);
    const page: Page<Item> = await transport.json("GET", path, { query: { limit, ...query, cursor } });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined && items.length < count);
  return items;
}

/** One part of a path, whatever is in it. */
export function part(value: string): string {
  // A part that is only dots would be folded away by URL parsing, even when percent-encoded.
  return /^\.+$/.test(value) ? value.replaceAll(".", "%252e") : encodeURIComponent(value);
}
