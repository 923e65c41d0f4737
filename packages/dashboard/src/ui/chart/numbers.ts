import uPlot from "uplot";

/** Beyond it, the distance of two values is no number, and nothing can be drawn at its place. */
const drawnAtMost = 4e307;

/** The value as it is drawn: the few that are larger than any axis are drawn at its end. */
export function drawable(value: number | null | undefined): number | null | undefined {
  if (typeof value !== "number") return value;
  return Math.max(-drawnAtMost, Math.min(drawnAtMost, value));
}

/** The chart library takes smaller differences for none, and would draw an axis up to 100. */
const smallest = 1e-20;

/** The range of an axis with these values: somewhat more, to round numbers. */
export function rangeOf(least: number, most: number): [number, number] {
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (size === 0 || size > smallest) return uPlot.rangeNum(least, most, 0.1, true) as [number, number];
  const more = (most - least || size) / 10;
  return [least - more, most + more];
}

/** Distances between the ticks of an axis: 1, 2 and 5 of every power of ten that a number can have. */
export const steps: number[] = [];
for (let power = -300; power <= 307; power++)
  for (const digit of [1, 2, 5]) steps.push(Number(`${digit}e${power}`));

/** The multiples of a step within a range. */
export function ticks(least: number, most: number, step: number): number[] {
  const all: number[] = [];
  const first = Math.ceil(least / step);
  // A number to count to, because adding one to a large double does not change it.
  const count = Math.min(100, Math.floor(most / step) - first + 1);
  for (let at = 0; at < count; at++) {
    const value = Number(((first + at) * step).toPrecision(15));
    if (value !== all.at(-1)) all.push(value === 0 ? 0 : value);
  }
  return all;
}

const exact = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const large = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 5 });

/** A number for a reader: exact for sizes that people meet, short beyond. */
export function readable(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e15 || (size !== 0 && size < 1e-4)) return power(value, 2);
  if (size >= 1e9) return large.format(value);
  if (size >= 1e3) return grouped.format(value);
  return exact.format(value);
}

/** A number for a reader with its unit, if there is a number. */
export const withUnit = (value: number | null | undefined, unit: string): string =>
  Number.isFinite(value) ? `${readable(value)}${unit}` : readable(value);

/** The labels of ticks, with as many digits as tell neighbours apart. */
export function tickTexts(values: readonly number[], step: number): string[] {
  const most = Math.max(...values.map(Math.abs));
  const place = Math.floor(Math.log10(step) + 1e-9);
  const digits = Math.max(1, Math.floor(Math.log10(most || 1)) - place + 1);
  if (most >= 1e15 || (most !== 0 && most < 1e-4))
    return values.map((value) => (value === 0 ? "0" : power(value, Math.min(digits - 1, 15))));
  const format =
    most >= 1e6 && digits <= 5
      ? new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: digits })
      : new Intl.NumberFormat("en", { maximumFractionDigits: Math.min(Math.max(0, -place), 20) });
  return values.map((value) => format.format(value));
}

const power = (value: number, digits: number) =>
  value
    .toExponential(digits)
    .replace(/\.?0*e/, "e")
    .replace("e+", "e");
