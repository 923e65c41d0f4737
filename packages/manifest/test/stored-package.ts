import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { listName } from "../src/index.ts";
import { publishContents, sha256OfFile } from "../src/stored/publish.ts";
import { makeTree } from "../src/stored/tree.ts";
import { type UnpackedContents, unpackContents } from "../src/stored/unpack-contents.ts";

/** A package in a store of contents in `root`. */
export interface StoredPackage {
  unpacked: UnpackedContents;
  list: { path: string; sha256: string };
  filesDir: string;
}

/** Stores the package of an archive. */
export async function storePackage(archive: string, root: string): Promise<StoredPackage> {
  const filesDir = join(root, "files");
  const from = join(root, `unpacked-${(await readdir(root)).length}`);
  const unpacked = await unpackContents(archive, from);
  await publishContents(from, filesDir);
  const path = join(from, listName);
  return { unpacked, filesDir, list: { path, sha256: await sha256OfFile(path) } };
}

/** Makes the tree of the package of an archive. */
export async function unpackInto(archive: string, root: string, dir: string): Promise<StoredPackage> {
  const stored = await storePackage(archive, root);
  const made = await makeTree(stored.list, stored.filesDir, dir);
  if (!("files" in made)) throw new Error(`The tree was not made: ${JSON.stringify(made)}`);
  return stored;
}
