import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Packed } from "@botyard/manifest";

/** A packed folder with its dependencies. */
export interface KeptPackage extends Packed {
  /** What was vendored and where it came from, one sentence each. */
  vendored: string[];
}

/** In the folder of the bot, where it is neither packed nor committed. */
const folderOf = (dir: string) => join(dir, ".botyard", "package");

/** Returns the package that was kept for a folder with this digest; `undefined` if there is none or it is damaged. */
export async function keptPackage(dir: string, digest: string): Promise<KeptPackage | undefined> {
  try {
    const record = JSON.parse(await readFile(join(folderOf(dir), "package.json"), "utf8"));
    if (record.digest !== digest) return undefined;
    const path = join(folderOf(dir), "package.tar.gz");
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    return hash.digest("hex") === record.packed.sha256 ? { ...record.packed, path } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a package in place of the last one. Does nothing if the folder cannot be written. */
export async function keepPackage(dir: string, digest: string, packed: KeptPackage): Promise<void> {
  const folder = folderOf(dir);
  const { path, ...rest } = packed;
  try {
    await mkdir(folder, { recursive: true });
    const fresh = join(folder, `.${process.pid}`);
    await copyFile(path, fresh);
    await rename(fresh, join(folder, "package.tar.gz"));
    // Last: a record without its archive is not used.
    await writeFile(fresh, JSON.stringify({ digest, packed: rest }));
    await rename(fresh, join(folder, "package.json"));
  } catch {
    // The next deploy installs the dependencies again.
  }
}
