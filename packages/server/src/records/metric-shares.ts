/** Maximum number of groups of one type; the metrics of further symbols share the group of those without a symbol. */
const symbolsAtMost = 100;

/**
 * Names the groups that are downsampled each by itself: the types, and in a type the symbols, because the extremes of a cheap
 * symbol would never be those of all symbols together.
 */
export class MetricGroups {
  readonly #symbols = new Map<string, Set<string>>();

  nameOf(type: string, symbol: unknown): string {
    if (typeof symbol !== "string") return JSON.stringify([type]);
    const known = this.#symbols.get(type) ?? new Set();
    this.#symbols.set(type, known);
    if (!known.has(symbol) && known.size < symbolsAtMost) known.add(symbol);
    return JSON.stringify(known.has(symbol) ? [type, symbol] : [type]);
  }
}

/**
 * Divides a number of points among groups, so that a rare metric is not thinned out for a frequent one: each gets what it has,
 * or an equal share of what is left. Each gets at least one.
 */
export function shares(counts: readonly number[], allowed: number): number[] {
  const given = counts.map(() => 1);
  let left = allowed;
  const order = counts.map((count, at) => ({ count, at })).sort((a, b) => a.count - b.count);
  for (const [done, { count, at }] of order.entries()) {
    const share = Math.max(1, Math.min(count, Math.floor(left / (order.length - done))));
    given[at] = share;
    left -= share;
  }
  return given;
}
