import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const prefix = "backup.partial-";

/** The folder in which a process keeps what it writes into a backup. */
export const temporaryFolder = (dataDir: string) => join(dataDir, `${prefix}${process.pid}`);

/** Longer than any backup takes. Whether its process lives cannot be told: it may be in another container. */
const abandonedMs = 24 * 60 * 60_000;

/**
 * Removes what backups left in a data folder that were killed more than a day ago. Its links would keep the space of packages
 * that have been deleted since.
 */
export async function removeLeft(dataDir: string, now: Date): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const folder = join(dataDir, name);
    const stats = await stat(folder).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs < now.getTime() - abandonedMs)
      await rm(folder, { recursive: true, force: true });
  }
}
