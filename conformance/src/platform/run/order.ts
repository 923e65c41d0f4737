import type { PlatformCase } from "../model.ts";

/** Areas whose cases take longest, those that wait for a clock before all; begun last, they would run alone at the end. */
const longest = ["ticks", "limits", "sdks", "cli"];

/** Returns the cases with the longest ones first, otherwise in the same order. */
export function longestFirst(cases: PlatformCase[]): PlatformCase[] {
  const rank = ({ area }: PlatformCase): number => {
    const found = longest.indexOf(area);
    return found < 0 ? longest.length : found;
  };
  return cases.toSorted((a, b) => rank(a) - rank(b));
}
