import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { ListedFile } from "../files/list-line.ts";
import { forEach } from "./names.ts";

/** Numbers of a file in {@link TreeFiles}: inode, size, and the times of the last change of contents and of attributes. */
export const statFields = 4;
/** Bytes of a SHA-256. */
export const digestBytes = 32;

/** The files of an unpacked package, in a form that goes from one process to the other without holding it up. */
export interface TreeFiles {
  /** The files, relative to the folder of the package. */
  paths: string[];
  /** The SHA-256 that each of them should have. */
  digests: Uint8Array;
  /** {@link statFields} numbers of each. */
  stats: Float64Array;
  /** All folders; the package's own is the empty path. */
  folders: string[];
}

/** The numbers of a file in the order of {@link TreeFiles}. */
const numbersOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): number[] => [ino, size, mtimeMs, ctimeMs];

const together = 16;

/** Returns the files of a package as they are in a folder, which must have all of them. */
export async function treeFiles(dir: string, files: readonly ListedFile[]): Promise<TreeFiles> {
  const stats = new Float64Array(files.length * statFields);
  await forEach(files.keys(), together, async (index) => {
    stats.set(numbersOf(await lstat(join(dir, files[index]!.path))), index * statFields);
  });
  return {
    paths: files.map(({ path }) => path),
    digests: Buffer.from(files.map(({ sha256 }) => sha256).join(""), "hex"),
    stats,
    folders: foldersOf(files),
  };
}

/** Returns the folders of files, each after the one that it is in. */
export function foldersOf(files: readonly { path: string }[]): string[] {
  const folders = new Set<string>([""]);
  for (const { path } of files)
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at));
  return [...folders];
}
