/** The pending sign-ins that come from one source. */
export interface PendingFrom {
  source: string;
  network: string;
  count: number;
  /** When the oldest of them was begun. */
  oldest: string;
}

/** How many sign-ins may be pending at the same time. */
export interface SignInBounds {
  source: number;
  network: number;
  all: number;
}

/**
 * Returns the source whose oldest pending sign-in gives place to another one of `own`, if a bound is reached: `own` itself,
 * or else the source with the most in its network, or in the network with the most. Of equals, the one with the oldest.
 */
export function crowdedSource(
  pending: readonly PendingFrom[],
  own: { source: string; network: string },
  bounds: SignInBounds,
): string | undefined {
  const inOwn = pending.filter(({ network }) => network === own.network);
  if (total(inOwn.filter(({ source }) => source === own.source)) >= bounds.source) return own.source;
  if (total(inOwn) >= bounds.network) return largest(inOwn);
  if (total(pending) < bounds.all) return undefined;
  const networks = [...Map.groupBy(pending, ({ network }) => network).values()];
  return largest(networks.reduce((a, b) => (isLarger(b, a) ? b : a)));
}

const total = (pending: readonly PendingFrom[]) => pending.reduce((sum, { count }) => sum + count, 0);

const oldest = (pending: readonly PendingFrom[]) => pending.map(({ oldest }) => oldest).sort()[0]!;

function isLarger(a: readonly PendingFrom[], b: readonly PendingFrom[]): boolean {
  return total(a) === total(b) ? oldest(a) < oldest(b) : total(a) > total(b);
}

const largest = (pending: readonly PendingFrom[]) =>
  pending.reduce((a, b) => (isLarger([b], [a]) ? b : a)).source;
