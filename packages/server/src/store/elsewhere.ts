import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Notes that the records of a data folder are in a database of a server. Without it, they are in SQLite in the folder. */
const fileOf = (dataDir: string) => join(dataDir, "store.json");

/** Whether the records of a data folder are in a database of a server. */
export const isElsewhere = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/** Notes it, so that no platform runs the bots of the folder by the records that SQLite had before. */
export function noteElsewhere(dataDir: string): void {
  if (isElsewhere(dataDir)) return;
  writeFileSync(fileOf(dataDir), `${JSON.stringify({ engine: "postgresql" })}\n`, {
    mode: 0o600,
    flush: true,
  });
}

export function forgetElsewhere(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
