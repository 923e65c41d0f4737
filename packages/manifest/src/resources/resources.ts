import type { ProblemCode } from "../problems/codes.ts";

/** What a bot may use. What it does not say is what the operator has set for all bots. */
export interface Resources {
  /** A size, such as `512MiB`. */
  memory?: string;
  /** Cores; 0.5 is half of one. */
  cpus?: number;
  processes?: number;
  /** A size. */
  disk?: string;
}

export const resourceNames = ["memory", "cpus", "processes", "disk"] as const;
export type ResourceName = (typeof resourceNames)[number];

/** The code of the problem that a bot asks for more than the platform allows. */
export const tooLargeCode: ProblemCode = "resources.too_large";

/** The least that a bot needs of each, in bytes, cores and processes. */
export const leastResources = {
  memory: 16 * 1024 ** 2,
  cpus: 0.01,
  processes: 1,
  disk: 16 * 1024 ** 2,
} as const satisfies Record<ResourceName, number>;

const units: readonly [string, number][] = [
  ["TiB", 1024 ** 4],
  ["GiB", 1024 ** 3],
  ["MiB", 1024 ** 2],
  ["KiB", 1024],
  ["TB", 1000 ** 4],
  ["GB", 1000 ** 3],
  ["MB", 1000 ** 2],
  ["KB", 1000],
  ["B", 1],
];

/** Returns the bytes of a size such as `512MiB`, `1.5 GiB` or `200MB`; `undefined` if it is none. */
export function bytesOf(size: string): number | undefined {
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,6})?) ?([KMGT]?i?B|[KMGT]i)$/.exec(size) ?? [];
  const factor = units.find(([name]) => name === (unit?.endsWith("i") ? `${unit}B` : unit))?.[1];
  if (number === undefined || factor === undefined) return undefined;
  const bytes = Math.round(Number(number) * factor);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Writes bytes as a size in the largest binary unit of which they are a multiple: equal sizes have equal texts. */
export function sizeOf(bytes: number): string {
  const [unit, factor] = units.find(([name, factor]) => /^(.iB|B)$/.test(name) && bytes % factor === 0)!;
  return `${bytes / factor}${unit}`;
}

/** Writes an amount of a resource for people: a size, or a number. */
export const resourceText = (name: ResourceName, amount: number): string =>
  name === "memory" || name === "disk" ? sizeOf(amount) : String(amount);

/** Returns what is said of each resource in bytes, cores and processes. */
export function amountsOf(resources: Resources = {}): Partial<Record<ResourceName, number>> {
  const said = resourceNames.flatMap((name) => {
    const value = resources[name];
    return value === undefined ? [] : [[name, typeof value === "string" ? bytesOf(value) : value]];
  });
  return Object.fromEntries(said);
}
