import { lstat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Where a store of contents has a content. A file has one mode in all packages, so that a content which some package
 * needs executable has a file of its own for that.
 */
export const contentFile = (dir: string, sha256: string, executable: boolean): string =>
  join(dir, sha256.slice(0, 2), contentName(sha256, executable));

/** Name of the file with a content. */
export const contentName = (sha256: string, executable: boolean): string =>
  executable ? `${sha256}.x` : sha256;

/** The list of a package in the folder into which its contents are unpacked. */
export const listName = "list.jsonl";

/** Size of the units in which file systems give space to files. */
const blockBytes = 4096;

/** What a file of this size uses on the disk, approximately. */
export const diskBytes = (bytes: number): number => Math.max(1, Math.ceil(bytes / blockBytes)) * blockBytes;

/** A content, and what it uses on the disk. */
export type StoredContent = [sha256: string, bytes: number];

const together = 1_000;

/**
 * Contents as JSON texts of a bounded number each: they go from one process to the other and into the database as they are,
 * without holding up the event loop.
 */
export function inParts(contents: Iterable<readonly unknown[] | string>): string[] {
  const all = [...contents];
  const parts: string[] = [];
  for (let at = 0; at < all.length; at += together) parts.push(JSON.stringify(all.slice(at, at + together)));
  return parts;
}

/** Returns the size of a file, or `undefined` if there is none. */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  return lstat(path).then(
    (stats) => (stats.isFile() ? stats.size : undefined),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    },
  );
}

/** Calls `work` for each item, for a bounded number of them at the same time. */
export async function forEach<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
