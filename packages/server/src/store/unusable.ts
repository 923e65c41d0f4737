import { join } from "node:path";
import { systemReason } from "../errors/system-reason.ts";

/** The data folder cannot be used: it is not a folder, read-only, full, belongs to another user, or a file in it does. */
export class DataDirUnusableError extends Error {
  readonly code = "data_dir_unusable";

  constructor(dataDir: string, cause: unknown) {
    super(
      `The data folder ${dataDir} cannot be used: ${systemReason(cause, fileOf(cause, dataDir))}. ` +
        "Make it writable, remove what is in the way, free disk space, or choose another data folder.",
      { cause },
    );
    this.name = "DataDirUnusableError";
  }
}

/** The database is damaged, or missing although the data folder has bots. */
export class StoreDamagedError extends Error {
  readonly code = "store_damaged";

  /** @param why a sentence with the path of the database, without a full stop */
  constructor(why: string, cause?: unknown) {
    super(
      `${why}. Nothing was changed. ` +
        "Restore it from a backup of the data folder, or choose another data folder to start from scratch.",
      { cause },
    );
    this.name = "StoreDamagedError";
  }
}

/** SQLite does not name the file. */
function fileOf(cause: unknown, dataDir: string): string {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === "string" && code.startsWith("SQLITE_") ? join(dataDir, "platform.db") : dataDir;
}
