import type { Column } from "./gaps.ts";

/** Times that are nearer to each other than this part of the range are one place to the eye. */
export const place = 1 / 1000;

/**
 * Returns the index of a line's value at a time of the chart, or at the nearest time within `within` seconds: lines of
 * different metrics rarely have a value in the same millisecond.
 */
export function indexNear(
  times: readonly number[],
  column: Column,
  at: number,
  within: number,
): number | undefined {
  let nearest: number | undefined;
  const distance = (index: number) => Math.abs(times[index]! - times[at]!);
  for (const way of [1, -1])
    for (let index = at; index >= 0 && index < times.length && distance(index) <= within; index += way)
      if (typeof column[index] === "number") {
        if (nearest === undefined || distance(index) < distance(nearest)) nearest = index;
        break;
      }
  return nearest;
}

/** Returns the index of the place that is so many places after (or before, if negative) a time of the chart. */
export function placeBeside(times: readonly number[], at: number, places: number, within: number): number {
  const way = Math.sign(places);
  let index = at;
  for (let left = Math.abs(places); left > 0; left--) {
    let next = index + way;
    while (times[next] !== undefined && Math.abs(times[next]! - times[index]!) <= within) next += way;
    if (times[next] === undefined) return way === 1 ? times.length - 1 : 0;
    index = next;
  }
  return index;
}
