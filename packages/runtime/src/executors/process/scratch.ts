import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
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
