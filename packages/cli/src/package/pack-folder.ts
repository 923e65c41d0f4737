import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BotConfig, findRuntime, type Packed, packFiles, type Runtimes } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { vendorDependencies } from "../dependencies/by-runtime.ts";
import { checkFolder, refuseErrors } from "./check.ts";

export interface PackedFolder extends Packed {
  config: BotConfig;
  /** What was vendored and where it came from, one sentence each. */
  vendored: string[];
}

/**
 * Checks a folder, adds its declared dependencies and packs it. The archive exists only while `use` runs.
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
    const packed = await packFiles(entries, join(place, `${config.name}-${config.version}.tar.gz`));
    for (const note of vendored.notes) context.note(`${note[0]!.toUpperCase()}${note.slice(1)}.`);
    return await use({ ...packed, config, vendored: vendored.notes });
  } finally {
    await vendored.dispose();
    await rm(place, { recursive: true, force: true });
  }
}
