import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readFileList } from "../files/file-list.ts";
import type { ListedFile } from "../files/list-line.ts";
import { acceptedLimits } from "../limits.ts";
import { sha256OfFile } from "../stored/publish.ts";
import { isBytecode } from "./bytecode.ts";


/** Entries between two turns of the event loop. Reading them at once takes a tenth of the time of waiting for each. */
const together = 100;

/**
 * Returns a text that changes when a file of an unpacked package is added, removed, written, replaced or gets other
 * rights. Reads no contents.
 */
export async function fingerprintUnpacked(dir: string): Promise<string> {
  const hash = createHash("sha256");
  for (const [index, path] of (await entriesOf(dir)).sort().entries()) {
    const { mode, ino, size, mtimeNs, ctimeNs } = lstatSync(join(dir, path), { bigint: true });
    hash.update(`${JSON.stringify(path)} ${mode} ${ino} ${size} ${mtimeNs} ${ctimeNs}\n`);
    if (index % together === together - 1) await setImmediate();
  }
  return hash.digest("hex");
}

/**
 * Whether an unpacked package has exactly the files of its list, with the same contents. Bytecode, which is not of the
 * package, is not compared.
 * @throws {Error} if the list cannot be read
 */
export async function isAsListed(listPath: string, dir: string): Promise<boolean> {
  const left = new Set((await entriesOf(dir)).filter((path) => !isBytecode(path)));
  const { files } = await readFileList(listPath, { limits: acceptedLimits });
  for (const file of files) {
    if (isBytecode(file.path)) continue;
    if (!left.delete(file.path)) return false;
    const parts = file.path.split("/");
    for (const index of parts.slice(1).keys()) left.delete(parts.slice(0, index + 1).join("/"));
    if (!(await isListed(file, join(dir, file.path)))) return false;
  }
  return left.size === 0;
}

async function isListed({ bytes, executable, sha256 }: ListedFile, path: string): Promise<boolean> {
  const stats = await lstat(path);
  if (!stats.isFile() || stats.size !== bytes) return false;
  if ((stats.mode & 0o222) !== 0 || (executable && (stats.mode & 0o111) === 0)) return false;
  return (await sha256OfFile(path)) === sha256;
}

/** Returns the paths of all files and folders below `dir`. */
async function entriesOf(dir: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [""];
  let read = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      found.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
    if (++read % together === 0) await setImmediate();
  }
  return found;
}
