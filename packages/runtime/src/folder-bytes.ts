import { chmodSync, type Dir, lstatSync, opendirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

/** What an entry takes at least: file systems store its name and its attributes. */
export const leastBytes = 4096;
/** Entries between two turns of the event loop. Reading them at once takes a tenth of the time of waiting for each. */
const together = 100;

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
      const open = opened(next);
      try {
        for (let entry = open?.readSync(); entry; entry = open?.readSync()) {
          if (++entries > mostEntries) return "too many entries";
          const path = join(next, entry.name);
          if (entry.isDirectory()) folders.push(path);
          bytes += entry.isDirectory() ? leastBytes : usedBytes(path);
          if (entries % together === 0) await setImmediate();
        }
      } finally {
        open?.closeSync();
      }
    }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EACCES", "EPERM"].includes(code)) return "unreadable";
    throw error;
  }
  return bytes;
}

function opened(folder: string): Dir | undefined {
  try {
    return opendirSync(folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Removed meanwhile.
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code !== "EACCES") throw error;
    // A bot that runs as the platform's user may hide files from it.
    chmodSync(folder, 0o700);
    return opendirSync(folder);
  }
}

/** Freed output leaves holes, which have a size but use no blocks. */
function usedBytes(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Math.max(stats.blocks * 512, leastBytes);
}
