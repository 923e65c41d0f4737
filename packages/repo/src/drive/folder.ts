import { chmodSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * A new temporary folder that every user may pass through, though not look around in. Bots that have a user of their
 * own must get to their code and state below it.
 */
export function passableFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** The folder above this path that keeps other users from it, with the reason; nothing where all may pass. */
export function closedAbove(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if (!(mode & 0o001))
      return `no other user may pass through ${folder} (mode ${(mode & 0o777).toString(8)})`;
    if (folder === dirname(folder)) return undefined;
  }
}
