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

/**
 * Compares by the UTF-8 bytes of the path, independently of the locale. Tens of thousands of paths are sorted at once, so
 * that no buffers are made of them.
 */
export function byPath({ path: a }: { path: string }, { path: b }: { path: string }): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return inUtf8Order(one) - inUtf8Order(other);
  }
  return a.length - b.length;
}

/** A surrogate belongs to a character beyond U+FFFF, which comes after U+E000 to U+FFFF in UTF-8. */
function inUtf8Order(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
