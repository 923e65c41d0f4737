import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { checkEntries } from "../archive/pack.ts";
import { findStaleBuilds } from "../built/stale-build.ts";
import { collectFiles } from "../files/collect.ts";
import { byPath, type PackEntry } from "../files/pack-entry.ts";
import { findSecretFiles } from "../files/secret-files.ts";
import { botConfigBytes, type PackageLimits, packageLimits } from "../limits.ts";
import { findRuntime, splitEntrypoint } from "../runtimes/runtime.ts";
import { type Runtimes, runtimes } from "../runtimes/table.ts";
import { type CheckedPackage, checkPackage, type PackageRules } from "./check.ts";
import { botConfigFile, type PackageConfig, readPackageConfig } from "./config.ts";

export type PackageDirOptions = PackageRules & {
  /** Vendored files to pack in addition; they replace files of the folder with the same path. */
  extra?: readonly PackEntry[];
  /** Reports files that look like secrets as warnings instead of errors. */
  allowSecrets?: boolean;
  limits?: Partial<PackageLimits>;
  /** The configuration, if an earlier check has read it. */
  read?: PackageConfig | undefined;
};

/** A checked folder, the files to pack, and its configuration for {@link PackageDirOptions.read}. */
export type CheckedDir = CheckedPackage & { entries: PackEntry[]; read: PackageConfig | undefined };

/** Checks a package folder as the client does before upload. Returns every problem found and the entries to pack. */
export async function checkPackageDir(dir: string, options: PackageDirOptions = {}): Promise<CheckedDir> {
  const known = options.runtimes ?? runtimes;
  const read = options.read ?? (await readPackageConfig(await configEntry(dir), known));
  const named = namedFiles(read, known);
  const own = await collectFiles(dir, { always: named.files });
  const byItsPath = new Map([...own.entries, ...(options.extra ?? [])].map((entry) => [entry.path, entry]));
  const entries = [...byItsPath.values()].map((entry) => asRead(entry, read)).sort(byPath);
  for (const entry of entries) if (named.binaries.includes(entry.path)) entry.executable = true;
  const secrets = await findSecretFiles(own.entries);
  const checked = await checkPackage(entries, options, read);
  checked.problems.push(
    ...own.problems,
    ...(await findStaleBuilds(dir, own.entries, named.binaries)),
    ...secrets.map((problem) =>
      options.allowSecrets ? { ...problem, severity: "warning" as const } : problem,
    ),
    ...checkEntries(entries, { ...packageLimits, ...options.limits }),
  );
  return { ...checked, entries, read };
}

async function configEntry(dir: string): Promise<PackEntry[]> {
  const from = join(dir, botConfigFile);
  const found = await stat(from).catch(() => undefined);
  if (!found?.isFile()) return [];
  const path = botConfigFile;
  return [
    found.size > botConfigBytes ? { path, from, bytes: found.size } : { path, content: await readFile(from) },
  ];
}

/** What was checked is packed, even if the file is changed while dependencies are installed. */
function asRead(entry: PackEntry, read: PackageConfig | undefined): PackEntry {
  if (entry.path !== botConfigFile || read === undefined) return entry;
  return { ...read.entry, ...(entry.executable && { executable: true }) };
}

/** Returns the files named in bot-config.yaml, which are packed even from ignored folders such as build folders. */
function namedFiles(
  read: PackageConfig | undefined,
  known: Runtimes,
): { files: string[]; binaries: string[] } {
  const { runtime: id, entrypoints: given, schema, readme } = read?.partial ?? {};
  const runtime = id === undefined ? undefined : findRuntime(id, known);
  const entrypoints = Object.values(given ?? {}).map((entrypoint) =>
    runtime === undefined ? entrypoint : splitEntrypoint(runtime, entrypoint).path,
  );
  const texts = [schema?.bot, readme].filter((path) => path !== undefined);
  return {
    files: [botConfigFile, ...entrypoints, ...texts],
    binaries: runtime?.kind === "binary" ? entrypoints : [],
  };
}
