import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackEntry } from "@botyard/manifest";
import type { Vendored } from "../dependencies/vendored.ts";
import { inParallel } from "../desired/in-parallel.ts";
import { hashFiles, hashOf } from "./hashed-files.ts";

/** Dependencies whose files need not be hashed: their digests by where they are. */
export interface Installed extends Vendored {
  digests: ReadonlyMap<string, string>;
}

/** Says without reading a file whether it may have changed: size, times of change and number. */
type Mark = [bytes: number, mtimeMs: number, ctimeMs: number, ino: number];

/** A file of the kept dependencies. */
type KeptEntry = { path: string; bytes: number; executable: boolean; sha256: string; mark: Mark };

type Record = { digest: string; notes: string[]; entries: KeptEntry[] };

/** In the folder of the bot, where it is neither packed nor committed. */
const folderOf = (dir: string) => join(dir, ".botyard", "installed");
const recordOf = (dir: string) => join(folderOf(dir), "installed.json");
const placeOf = (dir: string, path: string) => join(folderOf(dir), "files", path);

/** Files that are looked at or moved at the same time. */
const atOnce = 16;

/** Returns the dependencies that were kept for this digest; `undefined` if there are none or one is damaged. */
export async function keptInstall(dir: string, digest: string): Promise<Installed | undefined> {
  try {
    const record: Record = JSON.parse(await readFile(recordOf(dir), "utf8"));
    if (record.digest !== digest) return undefined;
    let isMoved = false;
    await inParallel(record.entries, atOnce, async (entry) => {
      const mark = await markOf(placeOf(dir, entry.path));
      if (String(mark) === String(entry.mark)) return;
      // As after a copy of the folder, which keeps the contents.
      const found = await hashOf({ path: entry.path, from: placeOf(dir, entry.path), bytes: mark[0] });
      if (found !== entry.sha256) throw new Error(`${entry.path} has changed.`);
      entry.mark = mark;
      isMoved = true;
    });
    if (isMoved) await writeRecord(dir, record).catch(() => {});
    return installedFrom(dir, record);
  } catch {
    return undefined;
  }
}

/**
 * Keeps dependencies, in place of the last ones, and returns them in their new place. The entries are moved as far as the
 * folder can be written; otherwise the next deploy installs them again.
 */
export async function keepInstall(dir: string, digest: string, vendored: Vendored): Promise<Installed> {
  const entries = [...vendored.entries];
  const asTheyAre = { ...vendored, entries, digests: new Map<string, string>() };
  try {
    await rm(folderOf(dir), { recursive: true, force: true });
    // Before files were stored by their content, a whole package was kept.
    await rm(join(dir, ".botyard", "package"), { recursive: true, force: true });
    const faults: unknown[] = [];
    await inParallel([...entries.entries()], atOnce, async ([at, entry]) => {
      // The others are waited for: each entry must name the place where its file is.
      await move(entry, placeOf(dir, entry.path)).then(
        (moved) => {
          entries[at] = moved;
        },
        (fault: unknown) => void faults.push(fault),
      );
    });
    if (faults.length > 0) return asTheyAre;
    const marks = await Promise.all(entries.map(({ path }) => markOf(placeOf(dir, path))));
    const kept = (await hashFiles(entries)).map(({ path, bytes, executable, sha256 }, at) => {
      return { path, bytes, executable, sha256, mark: marks[at]! };
    });
    const record = { digest, notes: vendored.notes, entries: kept };
    // Last: files without a record are not used.
    await writeRecord(dir, record);
    return { ...installedFrom(dir, record), dispose: vendored.dispose };
  } catch {
    return asTheyAre;
  }
}

function installedFrom(dir: string, { notes, entries: kept }: Record): Installed {
  const entries = kept.map(({ path, bytes, executable }) => {
    return { path, from: placeOf(dir, path), bytes, executable };
  });
  const digests = new Map(kept.map(({ path, sha256 }) => [placeOf(dir, path), sha256]));
  return { entries, digests, notes, isInstalled: true, dispose: async () => {} };
}

async function writeRecord(dir: string, record: Record): Promise<void> {
  const fresh = `${recordOf(dir)}.${process.pid}`;
  await writeFile(fresh, JSON.stringify(record));
  await rename(fresh, recordOf(dir));
}

async function markOf(path: string): Promise<Mark> {
  const { size, mtimeMs, ctimeMs, ino } = await lstat(path);
  return [size, mtimeMs, ctimeMs, ino];
}

async function move(entry: PackEntry, to: string): Promise<PackEntry> {
  await mkdir(dirname(to), { recursive: true });
  const executable = entry.executable === true;
  if (!("from" in entry)) {
    await writeFile(to, entry.content);
    return { path: entry.path, from: to, bytes: entry.content.byteLength, executable };
  }
  // Into another file system it cannot be renamed.
  await rename(entry.from, to).catch(() => copyFile(entry.from, to, constants.COPYFILE_FICLONE));
  return { path: entry.path, from: to, bytes: entry.bytes, executable };
}
