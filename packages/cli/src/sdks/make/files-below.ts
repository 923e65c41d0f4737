import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Returns the sorted paths of all files below a folder, with forward slashes. */
export async function filesBelow(folder: string, keep: (path: string) => boolean): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter(keep)
    .sort();
}
