import { readFileSync, statSync } from "node:fs";

/** Far more than anybody writes by hand; a hundred megabytes would take minutes to be found wanting. */
const mostBytes = 4 * 1024 * 1024;

/** The text of a file that an author wrote, or why it cannot be had. */
export function readTextFile(path: string): { text: string } | { problem: string } {
  let bytes: Uint8Array;
  try {
    const found = statSync(path);
    // A pipe may never end.
    if (!found.isFile()) return { problem: "it is no file" };
    if (found.size > mostBytes) return { problem: "the file is over 4 MiB" };
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
