import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readBotConfig } from "./bot-config.ts";
import { collectFiles } from "./collect.ts";
import { botConfigBytes, type PackageLimits, packageLimits } from "./limits.ts";
import { checkEntries } from "./pack.ts";
import { byPath, type PackEntry } from "./pack-entry.ts";
import { botConfigFile, type CheckedPackage, checkPackage, type PackageRules } from "./package-check.ts";
import { findRuntime, splitEntrypoint } from "./runtime.ts";
import { runtimes } from "./runtime-table.ts";
import { findSecretFiles } from "./secret-files.ts";
import { findStaleBuilds } from "./stale-build.ts";

export type PackageDirOptions = PackageRules & {
  /** Vendored files to pack in addition; they replace files of the folder with the same path. */
  extra?: readonly PackEntry[];
  /** Reports files that look like secrets as warnings instead of errors. */
  allowSecrets?: boolean;
  limits?: Partial<PackageLimits>;
};

/** Checks a package folder as the client does before upload. Returns every problem found and the entries to pack. */
export async function checkPackageDir(
  dir: string,
  options: PackageDirOptions = {},
): Promise<CheckedPackage & { entries: PackEntry[] }> {
  const named = await namedFiles(dir, options);
  const own = await collectFiles(dir, { always: named.files });
  const byItsPath = new Map([...own.entries, ...(options.extra ?? [])].map((entry) => [entry.path, entry]));
  const entries = [...byItsPath.values()].sort(byPath);
  for (const entry of entries) if (named.binaries.includes(entry.path)) entry.executable = true;
  const secrets = await findSecretFiles(own.entries);
  const checked = await checkPackage(entries, options);
  checked.problems.push(
    ...own.problems,
    ...(await findStaleBuilds(dir, own.entries, named.binaries)),
    ...secrets.map((problem) =>
      options.allowSecrets ? { ...problem, severity: "warning" as const } : problem,
    ),
    ...checkEntries(entries, { ...packageLimits, ...options.limits }),
  );
  return { ...checked, entries };
}

/** Returns the files named in bot-config.yaml, which are packed even from ignored folders such as build folders. */
async function namedFiles(
  dir: string,
  rules: PackageRules,
): Promise<{ files: string[]; binaries: string[] }> {
  const text = await readFile(join(dir, botConfigFile), "utf8").catch(() => "");
  if (text.length > botConfigBytes) return { files: [], binaries: [] };
  const known = rules.runtimes ?? runtimes;
  const { partial } = readBotConfig(text, botConfigFile, known);
  const runtime = partial.runtime === undefined ? undefined : findRuntime(partial.runtime, known);
  const entrypoints = Object.values(partial.entrypoints ?? {}).map((entrypoint) =>
    runtime === undefined ? entrypoint : splitEntrypoint(runtime, entrypoint).path,
  );
  const texts = [partial.schema?.bot, partial.readme].filter((path) => path !== undefined);
  return {
    files: [botConfigFile, ...entrypoints, ...texts],
    binaries: runtime?.kind === "binary" ? entrypoints : [],
  };
}
