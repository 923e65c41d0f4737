import { chmodSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative } from "node:path";

/** Returns why an unprivileged user cannot access a path, or `undefined` if it can. */
export function obstacleForOthers(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if (!(mode & 0o001)) return `other users cannot traverse ${folder} (mode ${(mode & 0o777).toString(8)})`;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Lets other users traverse, but not list, the platform's folders above a bot's folder. */
export function openPassage(dataDir: string, path: string): void {
  for (let folder = dirname(path); contains(dataDir, folder); folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if (!(mode & 0o001)) chmodSync(folder, (mode & 0o777) | 0o001);
  }
}

/** Returns true if `inner` is `outer` or is inside it. */
export function contains(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === "" || (!path.startsWith("..") && !isAbsolute(path));
}
