import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBytecode } from "../archive/bytecode.ts";
import type { ListedFile } from "../files/list-line.ts";
import { forEach } from "./names.ts";
import { sha256OfFile } from "./publish.ts";
import { readStoredList } from "./stored-list.ts";
import { digestBytes, type TreeFiles, treeFiles } from "./tree-files.ts";

/** What an unpacked package looks like, compared with its list. */
export type InspectedTree =
  | {
      state: "as_listed";
      files: TreeFiles;
      /** It has exactly this bytecode. */
      hasBytecode: boolean;
    }
  | { state: "changed" | "missing" | "list_damaged" };

const together = 16;

/**
 * Compares names, sizes and rights of an unpacked package with its list. Contents are not read: the caller knows the inodes
 * whose contents it has verified. Bytecode is part of the package if it is exactly that of `bytecode`.
 *
 * @param bytecode the bytecode that the platform has compiled for this package
 */
export async function inspectTree(
  list: { path: string; sha256: string },
  dir: string,
  bytecode: ListedFile[],
): Promise<InspectedTree> {
  const listed = await readStoredList(list);
  if (!listed) return { state: "list_damaged" };
  const found = await entriesOf(dir);
  if (!found) return { state: "missing" };
  const source = listed.filter(({ path }) => !isBytecode(path));
  if (!(await isAsListed(dir, source, found, (path) => !isBytecode(path)))) return { state: "changed" };
  const hasBytecode = await isAsListed(dir, bytecode, found, isBytecode);
  const files = await treeFiles(dir, hasBytecode ? [...source, ...bytecode] : source);
  return { state: "as_listed", files, hasBytecode };
}

/** Whether exactly these files and their folders are among the entries that `isMeant` names. */
async function isAsListed(
  dir: string,
  files: readonly ListedFile[],
  found: ReadonlyMap<string, Dirent>,
  isMeant: (path: string) => boolean,
): Promise<boolean> {
  const left = new Set([...found.keys()].filter(isMeant));
  for (const { path } of files) {
    if (!left.delete(path)) return false;
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) left.delete(path.slice(0, at));
  }
  if (left.size > 0) return false;
  let isSame = true;
  await forEach(files, together, async ({ path, bytes, executable }) => {
    const stats = await lstat(join(dir, path));
    isSame &&=
      stats.isFile() &&
      stats.size === bytes &&
      (stats.mode & 0o222) === 0 &&
      (!executable || (stats.mode & 0o111) !== 0);
  });
  return isSame;
}

/** Returns all files and folders below `dir` by path, or `undefined` if there is no such folder. */
async function entriesOf(dir: string): Promise<Map<string, Dirent> | undefined> {
  const found = new Map<string, Dirent>();
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(dir, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
        throw error;
      },
    );
    if (!entries) return undefined;
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      found.set(path, entry);
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return found;
}

/** Returns the SHA-256 of each file, one after the other; zeros for one that cannot be read. */
export async function digestsOf(dir: string, paths: string[]): Promise<Uint8Array> {
  const digests = new Uint8Array(paths.length * digestBytes);
  await forEach(paths.entries(), together, async ([index, path]) => {
    const digest = await digestOf(join(dir, path)).catch(() => undefined);
    if (digest) digests.set(digest, index * digestBytes);
  });
  return digests;
}

/** A stream takes longer than the contents of most files. */
const readAtOnce = 256 * 1024;

async function digestOf(path: string): Promise<Uint8Array> {
  const { size } = await lstat(path);
  if (size > readAtOnce) return Buffer.from(await sha256OfFile(path), "hex");
  return createHash("sha256")
    .update(await readFile(path))
    .digest();
}
