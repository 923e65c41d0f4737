import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a whole file, on the disk for good, or leaves the old one as it is and throws. */
export function replaceFile(path: string, text: string, mode: number): void {
  const next = `${path}.new`;
  try {
    rmSync(next, { force: true });
    const file = openSync(next, "wx", mode);
    try {
      // Without a loop: a part of so short a text is written only where there is no room for the rest.
      const bytes = Buffer.from(text);
      if (writeSync(file, bytes) !== bytes.length) throw new Error(`${next} could not be written whole`);
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
