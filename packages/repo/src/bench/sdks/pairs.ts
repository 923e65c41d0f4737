import { median, percentile } from "../numbers.ts";

/** Times of the SDK and of the language's own way, measured in turn: the two with the same index are a pair. */
export interface Pairs {
  sdk: number[];
  bare: number[];
}

/** Leaves out the first tenth, in which a just-in-time compiler and caches warm up. */
export function warm({ sdk, bare }: Pairs): Pairs {
  if (sdk.length !== bare.length || sdk.length < 2)
    throw new Error(`The sides have ${sdk.length} and ${bare.length} times; at least two pairs are needed.`);
  const from = Math.ceil(sdk.length / 10);
  return { sdk: sdk.slice(from), bare: bare.slice(from) };
}

/** Returns how often the SDK's time is the other's, by their medians; below 1 the SDK is faster. */
export function slowdown({ sdk, bare }: Pairs): number {
  return median(sdk) / median(bare);
}

/** Returns the middle half of the pairs' own slowdowns, lowest first. */
export function spread({ sdk, bare }: Pairs): [number, number] {
  const each = sdk.map((time, n) => time / bare[n]!);
  return [percentile(each, 25), percentile(each, 75)];
}

/** Formats both medians, given in nanoseconds, and the spread of the ratio. */
export function detail(pairs: Pairs, [low, high] = spread(pairs)): string {
  const [sdk, bare] = [median(pairs.sdk), median(pairs.bare)];
  const [unit, divisor] = bare >= 1_000_000 ? ["ms", 1_000_000] : ["µs", 1000];
  const of = (time: number): string => (time / divisor).toFixed(2);
  return `${of(sdk)} ÷ ${of(bare)} ${unit}, middle half ${low.toFixed(2)} to ${high.toFixed(2)}`;
}
