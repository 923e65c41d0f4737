import { gunzipSync, inflateRawSync } from "node:zlib";

const block = 512;

/** Returns the files of a `.tar.gz` by path, without their common top folder. */
export function tarFiles(archive: Buffer): Map<string, Buffer> {
  const tar = gunzipSync(archive);
  const files = new Map<string, Buffer>();
  const text = (at: number, length: number) => tar.toString("utf8", at, at + length).replace(/\0.*$/s, "");
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const path = prefix ? `${prefix}/${text(at, 100)}` : text(at, 100);
    if (/^[0\0]$/.test(String.fromCharCode(tar[at + 156]!)))
      files.set(path.slice(path.indexOf("/") + 1), tar.subarray(at + block, at + block + size));
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}

/** Returns the files of a wheel by path. */
export function zipFiles(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf("PK\x05\x06");
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const stored = archive.readUInt16LE(at + 10) === 0;
    files.set(
      archive.toString("utf8", at + 46, at + 46 + nameLength!),
      stored ? bytes : inflateRawSync(bytes),
    );
    at += 46 + nameLength! + extra! + comment!;
  }
  return files;
}

/** Returns the top-level entries of the paths, sorted. */
export function topLevel(paths: Iterable<string>): string[] {
  return [...new Set([...paths].map((path) => path.split("/")[0]!))].sort();
}
