import { constants } from "node:fs";
import { chmod, copyFile, link, lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isBytecode } from "../archive/bytecode.ts";
import type { ListedFile } from "../files/list-line.ts";
import { contentFile, forEach } from "./names.ts";
import { readStoredList } from "./stored-list.ts";
import { foldersOf, type TreeFiles, treeFiles } from "./tree-files.ts";

const together = 16;

/** Why a file cannot have another name, though it can be copied: other file systems, too many names, rights. */
const notLinked = ["EXDEV", "EMLINK", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** A tree that was made, or the reason why it was not. */
export type MadeTree =
  | {
      files: TreeFiles;
      /** When the attributes of each content had changed last before it was linked. */
      changedBefore: Float64Array;
    }
  | { missing: string }
  | { isListDamaged: true };

/**
 * Makes the tree of a package in `dir`, which must not exist: its files are links to the contents in the store, or copies
 * where the file system has no links. Folders are read-only. The contents are not read.
 *
 * @returns the tree; the path of a file whose content is not in the store; or that the list is missing or damaged
 * @throws {Error} the system error, if `dir` cannot be written
 */
export async function makeTree(
  list: { path: string; sha256: string },
  filesDir: string,
  dir: string,
): Promise<MadeTree> {
  const listed = await readStoredList(list);
  if (!listed) return { isListDamaged: true };
  const needed = listed.filter(({ path }) => !isBytecode(path));
  const folders = foldersOf(needed);
  for (const folder of folders) await mkdir(join(dir, folder), { mode: 0o755 });
  const changedBefore = new Float64Array(needed.length);
  let missing: string | undefined;
  await forEach(needed.entries(), together, async ([index, file]) => {
    const changed = await place(filesDir, file, join(dir, file.path));
    if (changed === undefined) missing ??= file.path;
    else changedBefore[index] = changed;
  });
  if (missing !== undefined) return { missing };
  const files = await treeFiles(dir, needed);
  // Deepest first, while the folders above are still writable.
  for (const folder of folders.toReversed()) await chmod(join(dir, folder), 0o555);
  return { files, changedBefore };
}

/** Links or copies a content. Returns when its attributes had changed before, or `undefined` if there is no such content. */
async function place(
  filesDir: string,
  { sha256, executable }: ListedFile,
  path: string,
): Promise<number | undefined> {
  for (const place of [executable, !executable]) {
    const content = contentFile(filesDir, sha256, place);
    const stats = await lstat(content).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!stats?.isFile()) continue;
    if (executable && !place) {
      // A store that was filled blob by blob does not know which packages need it executable.
      await copyFile(content, path, constants.COPYFILE_EXCL);
      await chmod(path, 0o555);
      return stats.ctimeMs;
    }
    const mode = place ? 0o555 : 0o444;
    if ((stats.mode & 0o777) !== mode) await chmod(content, mode);
    await link(content, path).catch(async (error: NodeJS.ErrnoException) => {
      if (!notLinked.includes(error.code ?? "")) throw error;
      await copyFile(content, path, constants.COPYFILE_EXCL);
      await chmod(path, mode);
    });
    return stats.ctimeMs;
  }
  return undefined;
}
