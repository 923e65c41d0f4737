import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Result of reading a file that a bot may have written. */
export type BotFile =
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "absent" }
  /** Not a regular file: a link, a pipe, a folder. A bot can create such entries to mislead a reader. */
  | { kind: "not_a_file" }
  | { kind: "too_large"; bytes: number };

/** Reads a file of at most `maxBytes` from a folder that a bot can write to. Does not follow links or wait for pipes. */
export function readBotFile(path: string, maxBytes: number): BotFile {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? { kind: "absent" } : { kind: "not_a_file" };
  }
  try {
    const entry = fstatSync(fd);
    if (!entry.isFile()) return { kind: "not_a_file" };
    if (entry.size > maxBytes) return { kind: "too_large", bytes: entry.size };
    const bytes = readFileSync(fd);
    return bytes.length > maxBytes ? { kind: "too_large", bytes: bytes.length } : { kind: "bytes", bytes };
  } finally {
    closeSync(fd);
  }
}
