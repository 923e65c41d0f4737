import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildTarball } from "./node-tarball.ts";
import { buildWheel } from "./python-wheel.ts";
import { buildCrates } from "./rust-crates.ts";
import { packSources } from "./source-archives.ts";

/** Builds the SDKs of a clone into `folder`, which is created atomically. An existing folder is kept. */
export async function buildSdks(root: string, folder: string): Promise<void> {
  const fresh = `${folder}.${randomBytes(6).toString("hex")}`;
  await mkdir(fresh, { recursive: true });
  try {
    const wheel = await buildWheel(join(root, "sdks", "python"));
    await writeFile(join(fresh, wheel.name), wheel.bytes);
    await buildTarball(root, fresh);
    await buildCrates(root, fresh);
    await packSources(root, fresh);
    await rename(fresh, folder);
  } catch (error) {
    // Another process has built the same folder.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
