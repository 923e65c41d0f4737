import { open, readFile } from "node:fs/promises";

/** A file to pack, on disk (`from`) or in memory (`content`). `path` is relative, with forward slashes. */
export type PackEntry =
  | { path: string; from: string; bytes: number; executable?: boolean }
  | { path: string; content: Uint8Array; executable?: boolean };

export function entryBytes(entry: PackEntry): number {
  return "from" in entry ? entry.bytes : entry.content.byteLength;
}

/** Reads a whole file, which must be known to be small. */
export async function readEntry(entry: PackEntry): Promise<Buffer> {
  return "from" in entry ? readFile(entry.from) : Buffer.from(entry.content);
}

/** Reads the first `length` bytes of a file, fewer if it is shorter. */
export async function readEntryStart(entry: PackEntry, length: number): Promise<Buffer> {
  if (!("from" in entry)) return Buffer.from(entry.content.subarray(0, length));
  const file = await open(entry.from);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Compares by the UTF-8 bytes of the path, independently of the locale. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}
