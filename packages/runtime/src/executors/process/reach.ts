import { chmodSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { contains } from "./tools.ts";

/** What keeps a user without any rights of its own from getting to this path; nothing when nobody is kept from it. */
export function obstacleForOthers(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if (!(mode & 0o001))
      return `no other user may pass through ${folder} (mode ${(mode & 0o777).toString(8)})`;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Lets others pass through the platform's own folders on the way to a bot's. They can look around in none of them. */
export function openPassage(dataDir: string, path: string): void {
  for (let folder = dirname(path); contains(dataDir, folder); folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if (!(mode & 0o001)) chmodSync(folder, (mode & 0o777) | 0o001);
  }
}
