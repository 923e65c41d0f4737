import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BotConfig,
  type BotSchema,
  checkArchiveBytes,
  findRuntime,
  PackageError,
  packFiles,
  type Runtimes,
} from "@botyard/manifest";
import type { Context } from "../context.ts";
import { vendorDependencies, withoutIgnored } from "../dependencies/by-runtime.ts";
import { type CheckedFolder, checkFolder, refuseErrors } from "./check.ts";
import { folderDigest, installDigest } from "./folder-digest.ts";
import { forgetInstall, keepInstall, keptInstall } from "./kept-install.ts";
import { type KeptPackage, keepPackage, keptPackage } from "./kept-package.ts";
import { askPlatform, noteAssumed, type PlatformFacts } from "./platform-facts.ts";

export interface PackedFolder extends KeptPackage {
  config: BotConfig;
  schema: BotSchema;
}

export interface PackOptions {
  runtimes: Runtimes;
  allowSecrets?: boolean;
  /** Nothing is uploaded, so that the platform is not needed. */
  dryRun?: boolean;
}

/**
 * Checks a folder, adds its declared dependencies and packs it, for what the platform runs and within its limits. The
 * archive exists only while `use` runs. If nothing has changed since a package manager installed the dependencies, the
 * package of that time is used: it is the same content, even if the package manager would choose other versions now.
 * If the package is refused or cannot be used, its dependencies are kept for the next attempt.
 *
 * @throws {Failure} exit code 6 with every problem found
 */
export async function packFolder<Result>(
  context: Context,
  folder: string | undefined,
  options: PackOptions,
  use: (packed: PackedFolder) => Promise<Result>,
): Promise<Result> {
  const facts = await askPlatform(context, options.runtimes);
  const checked = await checkFolder(context, folder, { ...options, facts });
  refuseErrors(context, checked, "nothing was uploaded");
  // Before anything is installed, which takes minutes.
  if (facts.failure !== undefined && !options.dryRun) throw facts.failure;
  noteAssumed(context, facts);
  const { config, schema } = checked as Required<CheckedFolder>;
  const installing = await installDigest(context, checked, facts.target);
  const digest = installing === undefined ? undefined : await folderDigest(installing, checked);
  const kept = digest === undefined ? undefined : await keptPackage(checked.dir, digest);
  if (kept) {
    const fault = checkArchiveBytes(kept.bytes, facts.limits);
    if (fault) throw new PackageError([fault]);
    context.note("The folder has not changed since its dependencies were installed; using the same package.");
    return use({ ...kept, config, schema });
  }
  return packAnew(context, { checked, config, schema, facts, options, installing, digest }, use);
}

interface Packing {
  checked: CheckedFolder;
  config: BotConfig;
  schema: BotSchema;
  facts: PlatformFacts;
  options: PackOptions;
  installing: string | undefined;
  digest: string | undefined;
}

async function packAnew<Result>(
  context: Context,
  { checked, config, schema, facts, options, installing, digest }: Packing,
  use: (packed: PackedFolder) => Promise<Result>,
): Promise<Result> {
  const { dir } = checked;
  const before = installing === undefined ? undefined : await keptInstall(dir, installing);
  if (before)
    context.note("Using the dependencies that were installed for the package that was not uploaded.");
  const runtime = findRuntime(config.runtime, options.runtimes)!;
  const installed = before ?? (await vendorDependencies(context, dir, runtime, facts.target));
  const place = await mkdtemp(join(tmpdir(), "botyard-package-"));
  try {
    const vendored = await withoutIgnored(dir, installed);
    let { entries } = checked;
    if (vendored.entries.length > 0) {
      const whole = await checkFolder(context, dir, {
        ...options,
        facts,
        allowSecrets: true,
        extra: vendored.entries,
        read: checked.read,
      });
      refuseErrors(context, whole, "nothing was uploaded");
      entries = whole.entries;
    }
    const file = join(place, `${config.name}-${config.version}.tar.gz`);
    const archive = await packFiles(entries, file, facts.limits);
    for (const note of vendored.notes) context.note(`${note[0]!.toUpperCase()}${note.slice(1)}.`);
    const packed = { ...archive, vendored: vendored.notes };
    if (digest !== undefined && vendored.isInstalled) await keepPackage(dir, digest, packed);
    const result = await use({ ...packed, config, schema });
    await forgetInstall(dir);
    return result;
  } catch (error) {
    if (!before && installed.isInstalled && installing !== undefined)
      await keepInstall(dir, installing, installed);
    throw error;
  } finally {
    await installed.dispose();
    await rm(place, { recursive: true, force: true });
  }
}
