import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BotConfig, findRuntime, packFiles, type Runtimes } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { vendorDependencies } from "../dependencies/by-runtime.ts";
import { checkFolder, refuseErrors } from "./check.ts";
import { folderDigest } from "./folder-digest.ts";
import { type KeptPackage, keepPackage, keptPackage } from "./kept-package.ts";

export interface PackedFolder extends KeptPackage {
  config: BotConfig;
}

/**
 * Checks a folder, adds its declared dependencies and packs it. The archive exists only while `use` runs. If nothing
 * has changed since a package manager installed the dependencies, the package of that time is used: it is the same
 * content, even if the package manager would choose other versions now.
 *
 * @throws {Failure} exit code 6 with every problem found
 */
export async function packFolder<Result>(
  context: Context,
  folder: string | undefined,
  options: { runtimes: Runtimes; allowSecrets?: boolean },
  use: (packed: PackedFolder) => Promise<Result>,
): Promise<Result> {
  const checked = await checkFolder(context, folder, options);
  refuseErrors(context, checked, "nothing was uploaded");
  const config = checked.config!;
  const digest = await folderDigest(context, checked);
  const kept = digest === undefined ? undefined : await keptPackage(checked.dir, digest);
  if (kept) {
    context.note("The folder has not changed since its dependencies were installed; using the same package.");
    return use({ ...kept, config });
  }
  const vendored = await vendorDependencies(
    context,
    checked.dir,
    findRuntime(config.runtime, options.runtimes)!,
  );
  const place = await mkdtemp(join(tmpdir(), "botyard-package-"));
  try {
    let { entries } = checked;
    if (vendored.entries.length > 0) {
      const whole = await checkFolder(context, folder, {
        ...options,
        allowSecrets: true,
        extra: vendored.entries,
      });
      refuseErrors(context, whole, "nothing was uploaded");
      entries = whole.entries;
    }
    const archive = await packFiles(entries, join(place, `${config.name}-${config.version}.tar.gz`));
    for (const note of vendored.notes) context.note(`${note[0]!.toUpperCase()}${note.slice(1)}.`);
    const packed = { ...archive, vendored: vendored.notes };
    if (digest !== undefined && vendored.isInstalled) await keepPackage(checked.dir, digest, packed);
    return await use({ ...packed, config });
  } finally {
    await vendored.dispose();
    await rm(place, { recursive: true, force: true });
  }
}
