import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { PackEntry } from "@botyard/manifest";

const block = 512;

/**
 * Reads the files of an SDK tarball and moves them from `package/` to `prefix`. Supports plain files with short names
 * only.
 */
export async function unpackTarball(path: string, prefix: string): Promise<PackEntry[]> {
  const tar = gunzipSync(await readFile(path));
  const entries: PackEntry[] = [];
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const name = text(tar, at, 100);
    const size = Number.parseInt(text(tar, at + 124, 12), 8);
    const isFile = tar[at + 156] === 0x30;
    if (isFile) {
      const content = tar.subarray(at + block, at + block + size);
      entries.push({ path: name.replace(/^package\//, `${prefix}/`), content });
    }
    at += block + Math.ceil(size / block) * block;
  }
  return entries;
}

function text(tar: Buffer, at: number, length: number): string {
  const field = tar.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end).trim();
}
