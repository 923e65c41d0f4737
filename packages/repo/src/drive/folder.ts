import { chmodSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Creates a temporary folder that other users can traverse but not list: bots that run as users other than the
 * platform's must access their code and state below it.
 */
export function passableFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** Creates a temporary folder that other users can reach, also where the configured one is closed to them. */
export function reachableFolder(prefix: string): string {
  const open = [tmpdir(), "/tmp", "/var/tmp"].find(
    (folder) => closedAbove(join(folder, prefix)) === undefined,
  );
  return mkdtempSync(join(open ?? tmpdir(), prefix));
}

/**
 * Returns why other users cannot access this path: a folder above it that they cannot traverse. Undefined if they can.
 * The runtime has its own check, which the tests that use this one judge.
 */
export function closedAbove(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if (!(mode & 0o001)) return `other users cannot traverse ${folder} (mode ${(mode & 0o777).toString(8)})`;
    if (folder === dirname(folder)) return undefined;
  }
}
