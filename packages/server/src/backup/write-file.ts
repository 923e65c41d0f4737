import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { createBackup, type Written } from "./create.ts";
import { noteBackup } from "./last-backup.ts";

/**
 * Writes a backup to a file, which appears when it is complete, and notes it in the data folder.
 * @throws {BackupError} `backup_failed`
 */
export async function backUpTo(file: string, dataDir: string, now: Date): Promise<Written> {
  const partial = `${file}.partial`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const out = createWriteStream(partial, { mode: 0o600, flush: true });
    const made = await createBackup(dataDir, out, now);
    await rename(partial, file);
    noteBackup(dataDir, made, file);
    return made;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
