import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file atomically and syncs it to disk. The old file stays if it fails.
 * @throws {Error} the system error, if the file cannot be written
 */
export function replaceFile(path: string, content: string | Buffer, mode: number): void {
  const next = `${path}.new`;
  try {
    rmSync(next, { force: true });
    const file = openSync(next, "wx", mode);
    try {
      // No loop: so short a content is written partially only if the disk is full.
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      if (writeSync(file, bytes) !== bytes.length) throw new Error(`${next} could not be written completely`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
