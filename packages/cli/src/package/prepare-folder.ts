import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BotConfig,
  type BotSchema,
  findRuntime,
  type PackageLimits,
  type PackEntry,
  type Packed,
  packFiles,
  type Runtimes,
} from "@botyard/manifest";
import type { Context } from "../context.ts";
import { vendorDependencies, withoutIgnored } from "../dependencies/by-runtime.ts";
import { type CheckedFolder, checkFolder, refuseErrors } from "./check.ts";
import { listOf } from "./file-list.ts";
import { type HashedFile, hashFiles } from "./hashed-files.ts";
import { installDigest } from "./install-digest.ts";
import { type Installed, keepInstall, keptInstall } from "./kept-install.ts";
import { askPlatform, noteAssumed, type PlatformFacts } from "./platform-facts.ts";

/** A folder that was checked, with its dependencies, ready to be uploaded. */
export interface PreparedFolder {
  dir: string;
  config: BotConfig;
  schema: BotSchema;
  /** Sorted by path. */
  files: readonly HashedFile[];
  /** The list of the files as the platform reads it, and its SHA-256 in hex. */
  list: Uint8Array<ArrayBuffer>;
  contentSha256: string;
  unpackedBytes: number;
  /** What was vendored and where it came from, one sentence each. */
  vendored: string[];
  limits: PackageLimits;
  /** A folder for temporary files. */
  place: string;
  /** Packs all files into an archive, which is done once (default: within the limits of the platform). */
  archive(limits?: PackageLimits): Promise<Packed>;
}

export interface PrepareOptions {
  runtimes: Runtimes;
  allowSecrets?: boolean;
  /** Nothing is uploaded, so that the platform is not needed. */
  dryRun?: boolean;
  /** The dependencies are installed although those of an earlier deploy could be used. */
  reinstall?: boolean;
}

/**
 * Checks a folder and adds its declared dependencies, for what the platform runs and within its limits. Temporary files
 * exist only while `use` runs. If nothing that decides on the dependencies has changed since a package manager installed
 * them, they are used again: the same folder is the same content, even if the package manager would choose other versions
 * now.
 *
 * @throws {Failure} exit code 6 with every problem found
 */
export async function prepareFolder<Result>(
  context: Context,
  folder: string | undefined,
  options: PrepareOptions,
  use: (prepared: PreparedFolder) => Promise<Result>,
): Promise<Result> {
  const facts = await askPlatform(context, options.runtimes);
  const checked = await checkFolder(context, folder, { ...options, facts });
  refuseErrors(context, checked, "nothing was uploaded");
  // Before anything is installed, which takes minutes.
  if (facts.failure !== undefined && !options.dryRun) throw facts.failure;
  noteAssumed(context, facts);
  const { dir, config, schema } = checked as Required<CheckedFolder>;
  const installed = await dependenciesOf(context, checked as Required<CheckedFolder>, facts, options);
  const place = await mkdtemp(join(tmpdir(), "botyard-package-"));
  try {
    const vendored = await withoutIgnored(dir, installed);
    const entries = await checkWhole(context, checked, vendored.entries, facts, options);
    const said = installed.isKept ? installed.notes : [];
    for (const note of vendored.notes.filter((one) => !said.includes(one)))
      context.note(`${note[0]!.toUpperCase()}${note.slice(1)}.`);
    const files = await hashFiles(entries, installed.digests);
    const { list, sha256: contentSha256 } = listOf(files);
    const unpackedBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let packed: Promise<Packed> | undefined;
    const file = join(place, `${config.name}-${config.version}.tar.gz`);
    const { limits } = facts;
    const archive = (within = limits) => (packed ??= packFiles(entries, file, within));
    return await use({
      ...{ dir, config, schema, files, list, contentSha256, unpackedBytes, limits, place, archive },
      vendored: vendored.notes,
    });
  } finally {
    await installed.dispose();
    await rm(place, { recursive: true, force: true });
  }
}

/** Returns the dependencies of an earlier deploy, if they are those that the folder declares, or installs them. */
async function dependenciesOf(
  context: Context,
  checked: Required<CheckedFolder>,
  { target }: PlatformFacts,
  { runtimes, reinstall = false }: PrepareOptions,
): Promise<Installed & { isKept?: true }> {
  const { dir, config } = checked;
  const digest = await installDigest(context, checked, target);
  const kept = digest === undefined || reinstall ? undefined : await keptInstall(dir, digest);
  if (kept) {
    context.note("Using the dependencies of the last deploy; --reinstall installs them again.");
    return { ...kept, isKept: true };
  }
  const vendored = await vendorDependencies(context, dir, findRuntime(config.runtime, runtimes)!, target);
  if (digest !== undefined && vendored.isInstalled) return keepInstall(dir, digest, vendored);
  return { ...vendored, digests: new Map() };
}

/** Checks a folder with its dependencies, and returns all files of the package. */
async function checkWhole(
  context: Context,
  { dir, entries, read }: CheckedFolder,
  vendored: readonly PackEntry[],
  facts: PlatformFacts,
  options: PrepareOptions,
): Promise<readonly PackEntry[]> {
  if (vendored.length === 0) return entries;
  const rules = { ...options, facts, allowSecrets: true };
  const whole = await checkFolder(context, dir, { ...rules, extra: vendored, read });
  refuseErrors(context, whole, "nothing was uploaded");
  return whole.entries;
}
