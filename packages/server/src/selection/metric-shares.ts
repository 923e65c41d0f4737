/** Maximum number of symbols of one type; the metrics of further symbols share the group of those without a symbol. */
const symbolsAtMost = 100;

interface OfType<Group> {
  bySymbol: Map<string, Group>;
  others?: Group;
}

/**
 * The groups that are downsampled each by itself: the types, and in a type the symbols, because the extremes of a cheap
 * symbol would never be those of all symbols together.
 */
export class MetricGroups<Group> {
  readonly #create: () => Group;
  readonly #types = new Map<string, OfType<Group>>();

  constructor(create: () => Group) {
    this.#create = create;
  }

  of(type: string, symbol: unknown): Group {
    const ofType = this.#types.get(type) ?? { bySymbol: new Map<string, Group>() };
    this.#types.set(type, ofType);
    if (typeof symbol === "string") {
      const known = ofType.bySymbol.get(symbol);
      if (known !== undefined) return known;
      if (ofType.bySymbol.size < symbolsAtMost) {
        const group = this.#create();
        ofType.bySymbol.set(symbol, group);
        return group;
      }
    }
    ofType.others ??= this.#create();
    return ofType.others;
  }

  /** All groups, in an order that does not depend on the order of the metrics. */
  inOrder(): Group[] {
    const byName = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1);
    return [...this.#types]
      .sort(byName)
      .flatMap(([, { bySymbol, others }]) => [
        ...(others === undefined ? [] : [others]),
        ...[...bySymbol].sort(byName).map(([, group]) => group),
      ]);
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
