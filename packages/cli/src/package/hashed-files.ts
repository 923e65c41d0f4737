import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ListedFile, PackEntry } from "@botyard/manifest";
import { inParallel } from "../desired/in-parallel.ts";

/** A file of a package with the SHA-256 of its content. */
export interface HashedFile extends ListedFile {
  entry: PackEntry;
}

/** Larger files are read in pieces. */
const wholeBytes = 4 * 1024 * 1024;
/** Files that are read at the same time. */
const atOnce = 16;

/**
 * Hashes files, and returns them in the same order.
 *
 * @param known digests of files on the disk that need not be read, by where they are
 */
export async function hashFiles(
  entries: readonly PackEntry[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<HashedFile[]> {
  const files: HashedFile[] = [];
  await inParallel([...entries.entries()], atOnce, async ([at, entry]) => {
    const sha256 = ("from" in entry ? known.get(entry.from) : undefined) ?? (await hashOf(entry));
    const bytes = "from" in entry ? entry.bytes : entry.content.byteLength;
    files[at] = { path: entry.path, bytes, executable: entry.executable === true, sha256, entry };
  });
  return files;
}

/** Returns the SHA-256 of a file, in hex. */
export async function hashOf(entry: PackEntry): Promise<string> {
  if (!("from" in entry)) return hash("sha256", entry.content);
  if (entry.bytes <= wholeBytes) return hash("sha256", await readFile(entry.from));
  const digest = createHash("sha256");
  await pipeline(createReadStream(entry.from), digest);
  return digest.digest("hex");
}
