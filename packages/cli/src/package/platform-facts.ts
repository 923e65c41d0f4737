import { ApiError, type System } from "@botyard/client";
import {
  interpreterOf,
  type PackageLimits,
  packageLimits,
  type Runtimes,
  type Target,
} from "@botyard/manifest";
import type { Context } from "../context.ts";

/** What a package must fit. */
export interface PlatformFacts {
  limits: PackageLimits;
  /** What the platform's bots run on. */
  target: Target;
  /** Why the platform could not be asked, although there is a key. */
  failure?: unknown;
}

/** It is a small answer, and not worth waiting for where a package is only checked. */
const timeoutMs = 10_000;

/** The limits by their names in the answer. */
const limitNames = {
  compressedBytes: "upload_bytes",
  unpackedBytes: "package_bytes",
  files: "package_files",
} as const;

/**
 * Asks the platform for its limits and its interpreters. Without a key or an answer, the defaults apply. Never rejects.
 */
export async function askPlatform(context: Context, runtimes: Runtimes): Promise<PlatformFacts> {
  const assumed = { limits: packageLimits, target: completed(runtimes, undefined) };
  try {
    const { key } = await context.credentials();
    if (!key) return assumed;
    // A platform of another version may not tell them.
    const { limits, target }: Partial<System> = await (await context.connect()).system(timeoutMs);
    return { limits: limitsOf(limits ?? []), target: completed(runtimes, target) };
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return assumed;
    return { ...assumed, failure };
  }
}

/** Says that the platform was not asked, if it should have been. */
export function noteAssumed(context: Context, { failure }: PlatformFacts): void {
  if (failure === undefined) return;
  const why = failure instanceof Error ? failure.message : String(failure);
  context.note(`The platform was not asked for its limits and interpreters; the defaults apply. ${why}`);
}

function limitsOf(told: System["limits"]): PackageLimits {
  const limitOf = (name: string) => told.find((limit) => limit.name === name)?.value;
  const found = Object.entries(limitNames).map(([limit, name]) => [limit, limitOf(name)] as const);
  return { ...packageLimits, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
}

/**
 * Adds what the platform did not tell: for each Python runtime the interpreter that it is named after, and a C library
 * that is new enough for usual wheels.
 */
function completed(runtimes: Runtimes, told: Target | undefined): Target {
  const machine = { os: "linux", architecture: process.arch, libc: "glibc" } as const;
  const target: Target = told ?? { ...machine, libc_version: ownGlibc() ?? "2.28", interpreters: [] };
  const missing = Object.values(runtimes).flatMap(({ id, tool, entryExtensions }) => {
    if (!tool || !entryExtensions.includes(".py") || interpreterOf(target, id)) return [];
    const [major = "3", minor = "11", patch = "0"] = tool.minimum.split(".");
    const version = `${major}.${minor}.${patch}`;
    const named = { runtime: id, implementation: "cpython", version, abi: `cp${major}${minor}` } as const;
    return [{ ...named, isAssumed: true as const }];
  });
  return { ...target, interpreters: [...target.interpreters, ...missing] };
}

/** The version of the C library of this machine, on which the platform may run, too. */
function ownGlibc(): string | undefined {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}
