import { constants } from "node:fs";
import { chmod, copyFile, link, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isBytecode } from "../archive/bytecode.ts";
import { acceptedLimits } from "../limits.ts";
import { readFileList } from "../files/file-list.ts";
import type { ListedFile } from "../files/list-line.ts";
import { contentFile, forEach } from "./names.ts";

const together = 16;

/** Why a file cannot have another name, though it can be copied: other file systems, too many names, rights. */
const notLinked = ["EXDEV", "EMLINK", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Makes the tree of a package in `dir`, which must not exist: its files are links to the contents in the store, or copies
 * where the file system has no links. Folders are read-only.
 *
 * @returns the files whose contents are not in the store; without them the tree is of no use
 * @throws {Error} the system error, if the list cannot be read or `dir` cannot be written
 */
export async function makeTree(listPath: string, filesDir: string, dir: string): Promise<ListedFile[]> {
  const { files } = await readFileList(listPath, { limits: acceptedLimits });
  await mkdir(dir, { mode: 0o700 });
  const folders = new Set<string>([""]);
  const needed = files.filter(({ path }) => !isBytecode(path));
  for (const { path } of needed) {
    const parts = path.split("/").slice(0, -1);
    for (const index of parts.keys()) {
      const folder = parts.slice(0, index + 1).join("/");
      if (folders.has(folder)) continue;
      await mkdir(join(dir, folder), { mode: 0o755 });
      folders.add(folder);
    }
  }
  const missing: ListedFile[] = [];
  await forEach(needed, together, async (file) => {
    const { path, sha256, executable } = file;
    const places = executable ? [true] : [false, true];
    for (const place of places)
      if (await isPlaced(contentFile(filesDir, sha256, place), join(dir, path), place)) return;
    missing.push(file);
  });
  // Deepest first, while the folders above are still writable.
  for (const folder of [...folders].sort().reverse()) await chmod(join(dir, folder), 0o555);
  return missing;
}

/** Returns false if there is no such content. */
async function isPlaced(content: string, path: string, executable: boolean): Promise<boolean> {
  try {
    await link(content, path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (!notLinked.includes(code)) throw error;
    await copyFile(content, path, constants.COPYFILE_EXCL);
    await chmod(path, executable ? 0o555 : 0o444);
  }
  return true;
}
