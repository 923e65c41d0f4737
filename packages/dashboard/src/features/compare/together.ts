import type { MetricRecord } from "@botyard/client/browser";
import uPlot from "uplot";
import { placed } from "../../domain/place.ts";
import { type Column, withGaps } from "../../ui/chart/gaps.ts";

export interface Together {
  times: number[];
  columns: Column[];
  labels: string[];
}

/** How lines are compared. */
export interface Comparing {
  /** In percent of the first value, so that lines of different sizes can be compared. */
  inPercent?: boolean;
  /** With the sum of the values. */
  hasTotal?: boolean;
}

/**
 * One line for each bot and, if it is asked for, their sum, which is known from the moment on at which every bot has a
 * value. Percentages of different values have no sum.
 */
export function together(
  bots: readonly { bot_id: string; name: string }[],
  records: ReadonlyMap<string, readonly MetricRecord[]>,
  field: string,
  { inPercent = false, hasTotal = false }: Comparing = {},
): Together {
  const lines = bots.flatMap(({ bot_id, name }) => {
    const times: number[] = [];
    const values: number[] = [];
    let first: number | undefined;
    for (const { record, place } of placed(records.get(bot_id) ?? [])) {
      const value = record.data[field];
      if (!Number.isFinite(value)) continue;
      times.push(Math.max(place, (times.at(-1) ?? -1) + 1e-6));
      if (first === undefined || first === 0) first = value as number;
      values.push(inPercent ? percentOf(value as number, first) : (value as number));
    }
    return times.length === 0 ? [] : [{ name, times, values }];
  });
  if (lines.length === 0) return { times: [], columns: [], labels: [] };
  const tables = lines.map(({ times, values }) => {
    const gapped = withGaps(times, [values]);
    return [gapped.times, gapped.columns[0]!] as uPlot.AlignedData;
  });
  const [times, ...columns] = uPlot.join(tables) as unknown as [number[], ...Column[]];
  const labels = lines.map(({ name }) => name);
  if (!hasTotal || inPercent || lines.length < 2) return { times, columns, labels };
  const total = labels.includes("total") ? "total of all" : "total";
  return { times, columns: [...columns, totals(columns, times.length)], labels: [...labels, total] };
}

/** How far a value is from the first one. A change from zero has no percentage. */
const percentOf = (value: number, first: number): number =>
  first === 0 ? 0 : ((value - first) / Math.abs(first)) * 100;

/** The sum of the last known values. A bot that emits rarely counts with its last value until its next. */
function totals(columns: readonly Column[], length: number): Column {
  const last: (number | undefined)[] = columns.map(() => undefined);
  const sums: Column = [];
  for (let at = 0; at < length; at++) {
    for (const [index, column] of columns.entries()) {
      const value = column[at];
      if (typeof value === "number") last[index] = value;
    }
    sums.push(last.includes(undefined) ? null : last.reduce<number>((sum, value) => sum + value!, 0));
  }
  return sums;
}

/** The last value of a line and how much it changed since its first; undefined without a value. */
export function endsOf(
  records: readonly MetricRecord[] | undefined,
  field: string,
): { last: number; change: number } | undefined {
  const values = placed(records ?? [])
    .map(({ record }) => record.data[field])
    .filter(Number.isFinite) as number[];
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined ? undefined : { last, change: last - first };
}
