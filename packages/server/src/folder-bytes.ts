import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

/** A bot can create any number of files; more are not looked at. */
const mostEntries = 10_000;

/**
 * Returns what the files of a folder use on the disk, in bytes; 0 if there is no folder, and `undefined` if it has too
 * many files or a part of it cannot be read. Follows no links.
 */
export async function folderBytes(folder: string): Promise<number | undefined> {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  try {
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      for await (const entry of await opened(next)) {
        if (++entries > mostEntries) return undefined;
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        else bytes += await usedBytes(path);
      }
    }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EACCES", "EPERM"].includes(code)) return undefined;
    throw error;
  }
  return bytes;
}

async function opened(folder: string) {
  return opendir(folder).catch((error: NodeJS.ErrnoException) => {
    // Removed meanwhile.
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}

/** Freed output leaves holes, which have a size but use no blocks. */
async function usedBytes(path: string): Promise<number> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return (stats?.blocks ?? 0) * 512;
}
