import { randomUUID } from "node:crypto";
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The first two are in memory on common machines; the last one is the fallback. */
const places = () => ["/dev/shm", "/run", tmpdir()];

/**
 * Creates a temporary folder with one file, not on the disk of the data folder if possible. Every user can traverse it.
 * @throws {Error} the system error of the last place, if none can be used
 */
export function openScratch(name: string, text: string): string {
  let last: unknown;
  for (const place of places()) {
    const folder = join(place, `botyard-${randomUUID()}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      writeFileSync(join(folder, name), text);
      // mkdir applies the umask.
      chmodSync(folder, 0o711);
      return folder;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      last = error;
    }
  }
  throw last;
}

/**
 * Returns a file without a name that has this text, to be read from its start.
 * @throws {Error} the system error of the last place, if none can be used
 */
export function openUnnamed(text: string): number {
  let last: unknown;
  for (const place of places()) {
    const path = join(place, `botyard-${randomUUID()}`);
    let file: number | undefined;
    try {
      file = openSync(path, "wx+", 0o600);
      rmSync(path);
      const bytes = Buffer.from(text);
      // At a given position, so that the descriptor stays at the start.
      if (writeSync(file, bytes, 0, bytes.length, 0) === bytes.length) return file;
      throw new Error(`${path} could not be written completely`);
    } catch (error) {
      if (file !== undefined) closeSync(file);
      last = error;
    }
  }
  throw last;
}
