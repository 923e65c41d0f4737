import { hash } from "node:crypto";
import { fileListText, type ListedFile } from "@botyard/manifest";

/** Returns the list of a package's files as the platform reads it, and its SHA-256 in hex. */
export function listOf(files: readonly ListedFile[]): { list: Uint8Array<ArrayBuffer>; sha256: string } {
  const list = new TextEncoder().encode(fileListText(files));
  return { list, sha256: hash("sha256", list) };
}
