import { chmod, lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

/** What an entry takes at least: file systems store its name and its attributes. */
const leastBytes = 4096;

/**
 * Returns what the files of a folder use on the disk, in bytes; 0 if there is no folder. Follows no links.
 *
 * @param mostEntries how many files and folders are looked at, because a bot can create any number
 */
export async function folderBytes(
  folder: string,
  mostEntries: number,
): Promise<number | "too many entries" | "unreadable"> {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  try {
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      for await (const entry of await opened(next)) {
        if (++entries > mostEntries) return "too many entries";
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        bytes += entry.isDirectory() ? leastBytes : await usedBytes(path);
      }
    }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EACCES", "EPERM"].includes(code)) return "unreadable";
    throw error;
  }
  return bytes;
}

async function opened(folder: string) {
  return opendir(folder).catch(async (error: NodeJS.ErrnoException) => {
    // Removed meanwhile.
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    if (error.code !== "EACCES") throw error;
    // A bot that runs as the platform's user may hide files from it.
    await chmod(folder, 0o700);
    return opendir(folder);
  });
}

/** Freed output leaves holes, which have a size but use no blocks. */
async function usedBytes(path: string): Promise<number> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return stats === undefined ? 0 : Math.max(stats.blocks * 512, leastBytes);
}
