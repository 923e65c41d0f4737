import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In memory on every usual machine; a machine without either has at least somewhere for temporary files. */
const places = () => ["/dev/shm", "/run", tmpdir()];

/**
 * A new folder with this file in it, where the disk of the data folder has no part in it. Every user can pass through it.
 * @throws what the last place answered.
 */
export function openScratch(name: string, text: string): string {
  let last: unknown;
  for (const place of places()) {
    const folder = join(place, `botyard-${randomUUID()}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      writeFileSync(join(folder, name), text);
      // Whatever the operator's umask.
      chmodSync(folder, 0o711);
      return folder;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      last = error;
    }
  }
  throw last;
}
