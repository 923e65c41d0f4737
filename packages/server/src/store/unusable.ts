/** The data folder cannot be written to: it is not a folder, read-only, full, or belongs to another user. */
export class DataDirUnusableError extends Error {
  readonly code = "data_dir_unusable";

  constructor(dataDir: string, cause: unknown) {
    super(
      `The data folder ${dataDir} cannot be written to: ${reason(cause)}. ` +
        "Make it writable, free disk space, or choose another data folder.",
      { cause },
    );
    this.name = "DataDirUnusableError";
  }
}

/** The database is damaged, or missing although the data folder has bots. */
export class StoreDamagedError extends Error {
  readonly code = "store_damaged";

  constructor(file: string, why: string, cause?: unknown) {
    super(
      `The database ${file} cannot be used: ${why}. Nothing was changed. ` +
        "Restore it from a backup of the data folder, or choose another data folder to start from scratch.",
      { cause },
    );
    this.name = "StoreDamagedError";
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
