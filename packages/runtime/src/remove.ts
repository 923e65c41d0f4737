import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes what a bot has written. Does nothing if it is missing. A bot that runs as the platform's user may have made its
 * folders read-only, as caches of packages are.
 */
export async function removeWritten(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    await openFolders(path);
    await remove();
  }
}

/** Makes all folders below a path writable. Follows no links. The failed removal may still be removing others of them. */
async function openFolders(path: string): Promise<void> {
  try {
    if (!(await lstat(path)).isDirectory()) return;
    await chmod(path, 0o700);
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (entry.isDirectory()) await openFolders(join(path, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
