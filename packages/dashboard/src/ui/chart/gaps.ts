/** A column of a chart: one value for each time. Null is a break in the line; undefined is a time of another line. */
export type Column = (number | null | undefined)[];

/** With fewer points, nothing tells a pause from the usual rhythm. */
const pointsAtLeast = 5;
/** Nor is the time before a line has begun in earnest a pause: a bot may first look once, and often later. */
const stepsBefore = 2;
/** How many steps before a step, and as many after it, tell what is usual there. */
const neighbours = 20;
/** A gap is longer than so many times nearly all of its neighbours. */
const factor = 6;
/** Other gaps that may be near one. */
const othersAtMost = 2;

/**
 * Returns the index of each point before which values are missing: the step to it is longer than `least` seconds, and long
 * beside its neighbours. As both sides count, neither a rhythm that changes is a gap, nor is the time between runs that emit
 * a few values each. A line that has only begun has no history to tell other gaps from a slow rhythm.
 */
export function gapsIn(times: readonly number[], least = 0): number[] {
  if (times.length < pointsAtLeast) return [];
  // The first charts of a page are planned before the browser has compiled this: a call for each step takes milliseconds.
  const steps = new Float64Array(times.length);
  for (let at = 1; at < times.length; at++) steps[at] = times[at]! - times[at - 1]!;
  const gaps: number[] = [];
  for (let at = 1 + stepsBefore; at < times.length; at++)
    if (steps[at]! > least && isLong(steps, at)) gaps.push(at);
  return gaps;
}

function isLong(steps: Float64Array, at: number): boolean {
  const first = Math.max(1, at - neighbours);
  const last = Math.min(at + neighbours, steps.length - 1);
  const long = steps[at]! / factor;
  let others = Math.min(othersAtMost, Math.floor((at - first) / 10));
  for (let other = first; other <= last; other++)
    if (steps[other]! > long && other !== at && --others < 0) return false;
  return true;
}

/** Breaks the lines where values are missing. Otherwise a line would claim values that nobody has seen. */
export function withGaps(
  times: number[],
  columns: Column[],
  least = 0,
): { times: number[]; columns: Column[] } {
  const gaps = gapsIn(times, least);
  if (gaps.length === 0) return { times, columns };
  const spread = <Item>(items: Item[], between: (before: number) => Item): Item[] => {
    const all: Item[] = [];
    let from = 0;
    for (const at of gaps) {
      for (let index = from; index < at; index++) all.push(items[index]!);
      all.push(between(at));
      from = at;
    }
    for (let index = from; index < items.length; index++) all.push(items[index]!);
    return all;
  };
  return {
    times: spread(times, (at) => (times[at - 1]! + times[at]!) / 2),
    columns: columns.map((column) => spread(column, () => null)),
  };
}

/** Returns the index of each value without a neighbour to draw a line to. */
export function isolatedIn(column: Column): number[] {
  const isolated: number[] = [];
  let before: number | null = null;
  let candidate: number | undefined;
  for (const [index, value] of column.entries()) {
    if (value === undefined) continue;
    if (value === null && candidate !== undefined) isolated.push(candidate);
    candidate = value !== null && before === null ? index : undefined;
    before = value;
  }
  if (candidate !== undefined) isolated.push(candidate);
  return isolated;
}
