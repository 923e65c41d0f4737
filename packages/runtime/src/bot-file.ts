import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** What was found where a bot may have put a file. */
export type BotFile =
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "absent" }
  /** Something a bot can put there to lead its reader astray: a link, a pipe, a folder. */
  | { kind: "not_a_file" }
  | { kind: "too_large"; bytes: number };

/** Reads a file from a folder that a bot can write to: follows no link, waits for no pipe, reads no more than `maxBytes`. */
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
