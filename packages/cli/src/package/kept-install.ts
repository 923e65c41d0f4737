import { constants } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackEntry } from "@botyard/manifest";
import type { Vendored } from "../dependencies/vendored.ts";

/** In the folder of the bot, where it is neither packed nor committed. */
const folderOf = (dir: string) => join(dir, ".botyard", "installed");

/** A file of the kept dependencies. */
type KeptEntry = { path: string; bytes: number; executable: boolean };

/** Returns the dependencies that were kept for this digest when their package was refused; `undefined` if there are none. */
export async function keptInstall(dir: string, digest: string): Promise<Vendored | undefined> {
  try {
    const record = JSON.parse(await readFile(join(folderOf(dir), "installed.json"), "utf8"));
    if (record.digest !== digest) return undefined;
    const entries = (record.entries as KeptEntry[]).map((entry) => ({
      ...entry,
      from: join(folderOf(dir), "files", entry.path),
    }));
    return { entries, notes: record.notes, isInstalled: true, dispose: async () => {} };
  } catch {
    return undefined;
  }
}

/** Keeps dependencies, in place of the last ones. The entries are moved. Does nothing if the folder cannot be written. */
export async function keepInstall(dir: string, digest: string, { entries, notes }: Vendored): Promise<void> {
  const folder = folderOf(dir);
  try {
    await rm(folder, { recursive: true, force: true });
    const kept: KeptEntry[] = [];
    for (const entry of entries) kept.push(await move(entry, join(folder, "files", entry.path)));
    // Last: files without a record are not used.
    await writeFile(join(folder, "installed.json"), JSON.stringify({ digest, notes, entries: kept }));
  } catch {
    // The next deploy installs the dependencies again.
  }
}

/** Removes kept dependencies, once they are in a package. */
export async function forgetInstall(dir: string): Promise<void> {
  await rm(folderOf(dir), { recursive: true, force: true }).catch(() => {});
}

async function move(entry: PackEntry, to: string): Promise<KeptEntry> {
  await mkdir(dirname(to), { recursive: true });
  const executable = entry.executable === true;
  if (!("from" in entry)) {
    await writeFile(to, entry.content);
    return { path: entry.path, bytes: entry.content.byteLength, executable };
  }
  // Into another file system it cannot be renamed.
  await rename(entry.from, to).catch(() => copyFile(entry.from, to, constants.COPYFILE_FICLONE));
  return { path: entry.path, bytes: entry.bytes, executable };
}
