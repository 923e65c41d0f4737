import { rm } from "node:fs/promises";
import { removeUnpacked } from "@botyard/manifest";

/**
 * Removes what a bot has written. Does nothing if it is missing. A bot that runs as the platform's user may have made its
 * folders read-only, as caches of packages are.
 */
export async function removeWritten(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    await removeUnpacked(path);
  }
}
