import type { QueryValues, Transport } from "./transport.ts";
import type { Page } from "./types.ts";

/** Returns all items of a list, from all its pages. */
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

/** Returns the first `count` items of a list, which are the newest. */
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

/** Encodes one segment of a path. */
export function part(value: string): string {
  // URL parsing removes segments of dots, even percent-encoded ones.
  return /^\.+$/.test(value) ? value.replaceAll(".", "%252e") : encodeURIComponent(value);
}
