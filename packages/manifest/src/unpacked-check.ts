import { createHash } from "node:crypto";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type ArchivedFile, readArchive } from "./archive-reader.ts";
import { packageLimits } from "./limits.ts";

/** Files whose attributes are read at the same time. */
const together = 32;

/**
 * Returns a text that changes when a file of an unpacked package is added, removed, written, replaced or gets other
 * rights. Reads no contents.
 */
export async function fingerprintUnpacked(dir: string): Promise<string> {
  const hash = createHash("sha256");
  const paths = (await entriesOf(dir)).sort();
  for (let at = 0; at < paths.length; at += together) {
    const some = paths.slice(at, at + together);
    const stats = await Promise.all(some.map((path) => lstat(join(dir, path), { bigint: true })));
    for (const [index, { mode, ino, size, mtimeNs, ctimeNs }] of stats.entries())
      hash.update(JSON.stringify([some[index], ...[mode, ino, size, mtimeNs, ctimeNs].map(String)]));
  }
  return hash.digest("hex");
}

/**
 * Whether an unpacked package has exactly the files of its archive, with the same contents.
 * @throws {Error} if the archive cannot be read
 */
export async function isAsPacked(archivePath: string, dir: string): Promise<boolean> {
  const left = new Set(await entriesOf(dir));
  for await (const file of readArchive(archivePath, packageLimits, () => {})) {
    if (!left.delete(file.path)) return false;
    const parts = file.path.split("/");
    for (const index of parts.slice(1).keys()) left.delete(parts.slice(0, index + 1).join("/"));
    if (!(await isUnpacked(file, join(dir, file.path)))) return false;
  }
  return left.size === 0;
}

async function isUnpacked({ bytes, executable, body }: ArchivedFile, path: string): Promise<boolean> {
  const stats = await lstat(path);
  if (!stats.isFile() || stats.size !== bytes) return false;
  if ((stats.mode & 0o222) !== 0 || (executable && (stats.mode & 0o111) === 0)) return false;
  const file = await open(path, "r");
  try {
    for await (const packed of body) {
      const unpacked = Buffer.alloc(packed.length);
      const { bytesRead } = await file.read(unpacked, 0, packed.length);
      if (bytesRead !== packed.length || !unpacked.equals(packed)) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}

/** Returns the paths of all files and folders below `dir`. */
async function entriesOf(dir: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      found.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return found;
}
