import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Written } from "./create.ts";

/** The last backup that was made of a data folder. */
export interface LastBackup {
  created_at: string;
  /** Bytes of the file. */
  bytes: number;
  /** Absent if it was written to standard output. */
  file?: string;
}

const fileOf = (dataDir: string) => join(dataDir, "backup.json");

/** Notes that a backup was made, for the platform. A folder that cannot be written to has no note. */
export function noteBackup(dataDir: string, { about, written }: Written, file?: string): void {
  const last: LastBackup = {
    created_at: about.created_at,
    bytes: written,
    ...(file !== undefined && { file }),
  };
  const next = `${fileOf(dataDir)}.new`;
  try {
    writeFileSync(next, `${JSON.stringify(last)}\n`, { mode: 0o600 });
    renameSync(next, fileOf(dataDir));
  } catch {
    rmSync(next, { force: true });
  }
}

/** Returns the last backup; `undefined` if there is none. */
export function lastBackup(dataDir: string): LastBackup | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as LastBackup;
  } catch {
    return undefined;
  }
}
