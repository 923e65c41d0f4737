/** Lines that the page keys move by, if the height of the list is unknown. */
const leastPage = 1;

/** Returns the item that a key leads to, or undefined if the key does not move. */
export function itemAfterKey(
  key: string,
  at: number | undefined,
  count: number,
  perPage: number,
): number | undefined {
  if (count === 0) return undefined;
  const page = Math.max(leastPage, perPage - 1);
  const from = at ?? count;
  const moves: Record<string, number> = {
    ArrowUp: from - 1,
    ArrowDown: from + 1,
    PageUp: from - page,
    PageDown: from + page,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
