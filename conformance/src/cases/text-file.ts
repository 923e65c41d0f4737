import { readFileSync, statSync } from "node:fs";

/** Larger files are refused at once: parsing a hundred megabytes would take minutes. */
const mostBytes = 4 * 1024 * 1024;

/** Reads a UTF-8 text file, or returns why it cannot be read. */
export function readTextFile(path: string): { text: string } | { problem: string } {
  let bytes: Uint8Array;
  try {
    const found = statSync(path);
    // Reading a pipe may never end.
    if (!found.isFile()) return { problem: "it is not a regular file" };
    if (found.size > mostBytes) return { problem: "the file exceeds 4 MiB" };
    bytes = readFileSync(path);
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "the file is not UTF-8" };
  }
}
