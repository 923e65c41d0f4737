/** Returns the middle sample; of an even number of samples, the higher of the two in the middle. */
export function median(samples: number[]): number {
  return percentile(samples, 50);
}

/** Returns a percentile by nearest rank; `p` is from 0 to 100. */
export function percentile(samples: number[], p: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))] ?? Number.NaN;
}

/** Returns the first number, or the second in a short run, which shows that everything works and measures nothing. */
export type Amount = (full: number, short: number) => number;

/** Runs the two in turn, A B A B …, so that a change in the machine's speed affects both. */
export async function interleave(
  rounds: number,
  a: (round: number) => Promise<number>,
  b: (round: number) => Promise<number>,
): Promise<{ a: number[]; b: number[] }> {
  const samples = { a: [] as number[], b: [] as number[] };
  // The first round warms caches on both sides and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const first = await a(round);
    const second = await b(round);
    if (round > 0) {
      samples.a.push(first);
      samples.b.push(second);
    }
  }
  return samples;
}

/** As {@link interleave}, in the order A B B A …: what the kernel still has to do for one side delays both equally. */
export async function alternate(
  rounds: number,
  a: () => Promise<number[]>,
  b: () => Promise<number[]>,
): Promise<{ a: number[]; b: number[] }> {
  const samples = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? (["a", "b"] as const) : (["b", "a"] as const)) {
      const taken = await (side === "a" ? a() : b());
      if (round > 0) samples[side].push(...taken);
    }
  }
  return samples;
}

/** One row of what `npm run bench` prints. */
export interface Row {
  name: string;
  /** The value that the target applies to. */
  value: number;
  unit: "×" | "ms" | "MB" | "kB" | "KiB" | "lines" | "nodes";
  /** Missing if the value is only reported. */
  target?: { atMost: number } | { atLeast: number };
  /** The two sides or the spread, as text. */
  detail: string;
}

/** A measurement that this machine cannot make. */
export interface Skipped {
  name: string;
  skipped: string;
}

export function meets(row: Row): boolean {
  if (row.target === undefined) return true;
  return "atMost" in row.target ? row.value <= row.target.atMost : row.value >= row.target.atLeast;
}

/** Returns a row that is only reported. */
export function withoutTarget(row: Row | Skipped): Row | Skipped {
  if ("skipped" in row) return row;
  const { target: _, ...reported } = row;
  return reported;
}

export function formatRow(row: Row | Skipped): string {
  if ("skipped" in row) return `SKIPPED ${row.name}: ${row.skipped}`;
  const value = `${row.value.toFixed(2)} ${row.unit}`;
  if (row.target === undefined) return `        ${row.name.padEnd(52)} ${value.padStart(10)}  ${row.detail}`;
  const target = "atMost" in row.target ? `≤ ${row.target.atMost}` : `≥ ${row.target.atLeast}`;
  return `${meets(row) ? "met   " : "MISSED"}  ${row.name.padEnd(52)} ${value.padStart(10)}  (${target})  ${row.detail}`;
}
