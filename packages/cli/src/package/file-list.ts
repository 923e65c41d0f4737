import { hash } from "node:crypto";
import type { HashedFile } from "./hashed-files.ts";

/** Returns the list of a package's files as the platform reads it, and its SHA-256 in hex. `files` are sorted by path. */
export function listOf(files: readonly HashedFile[]): { list: Uint8Array<ArrayBuffer>; sha256: string } {
  const lines = files.map(
    ({ path, executable, bytes, sha256 }) => `${JSON.stringify([path, executable, bytes, sha256])}\n`,
  );
  const list = new TextEncoder().encode(lines.join(""));
  return { list, sha256: hash("sha256", list) };
}
