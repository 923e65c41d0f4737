/** A column of a chart: one value for each time. Null is a break in the line; undefined is a time of another line. */
export type Column = (number | null | undefined)[];

/**
 * Breaks the lines where values are missing: where the time between two points is more than five times the usual one and
 * more than `least` seconds. Otherwise a line would claim values that nobody has seen.
 */
export function withGaps(
  times: number[],
  columns: Column[],
  least = 0,
): { times: number[]; columns: Column[] } {
  const longest = Math.max(usualStep(times) * 5, least);
  const breaks: number[] = [];
  for (let index = 1; index < times.length; index++)
    if (times[index]! - times[index - 1]! > longest) breaks.push(index);
  if (breaks.length === 0 || longest === 0) return { times, columns };
  const spread = <Item>(items: Item[], between: (before: number) => Item): Item[] => {
    const all: Item[] = [];
    let from = 0;
    for (const at of breaks) {
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

/** The median time between two points. */
function usualStep(times: number[]): number {
  const steps: number[] = [];
  for (let index = 1; index < times.length; index++) {
    const step = times[index]! - times[index - 1]!;
    if (step > 0) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}
