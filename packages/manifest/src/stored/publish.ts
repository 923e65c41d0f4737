import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sync } from "./durable.ts";
import { contentFile, forEach, listName, sizeOfFile } from "./names.ts";

/** Files made durable at the same time: a journal commits them together. */
const together = 16;

/** Makes the files of a folder survive a power failure. */
export async function syncContents(dir: string): Promise<void> {
  const names = await readdir(dir);
  await forEach(names, together, (name) => sync(join(dir, name)));
}

/**
 * Moves contents from the folder into which they were unpacked into the store. A content that the store has is kept, since
 * packages may share its file, unless it is damaged. When this returns, the contents survive a power failure.
 */
export async function publishContents(from: string, filesDir: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== listName);
  const folders = new Set(names.map((name) => dirname(fileOf(filesDir, name))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await forEach(names, together, async (name) => {
    const source = join(from, name);
    const target = fileOf(filesDir, name);
    if (await isSame(source, target, name.slice(0, 64))) await rm(source);
    else await rename(source, target);
  });
  if (names.length > 0) await forEach([filesDir, ...folders], together, sync);
}

const fileOf = (filesDir: string, name: string) =>
  contentFile(filesDir, name.slice(0, 64), name.endsWith(".x"));

async function isSame(source: string, target: string, sha256: string): Promise<boolean> {
  const size = await sizeOfFile(target);
  return size !== undefined && size === (await sizeOfFile(source)) && (await sha256OfFile(target)) === sha256;
}

/** Returns the SHA-256 of a file, in hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
