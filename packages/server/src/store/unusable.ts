/** The data folder is no place to work in: not a folder, read-only, full, somebody else's. */
export class DataDirUnusableError extends Error {
  readonly code = "data_dir_unusable";

  constructor(dataDir: string, cause: unknown) {
    super(
      `The data folder ${dataDir} can not be written to: ${reason(cause)}. ` +
        "Make it writable, make room, or choose another data folder.",
      { cause },
    );
    this.name = "DataDirUnusableError";
  }
}

/** The database is not what the platform left: truncated, overwritten, or gone while its bots are still there. */
export class StoreDamagedError extends Error {
  readonly code = "store_damaged";

  constructor(file: string, why: string, cause?: unknown) {
    super(
      `The database ${file} can not be used: ${why}. Nothing was changed. ` +
        "Put it back from a copy of the data folder, or choose another data folder to begin anew.",
      { cause },
    );
    this.name = "StoreDamagedError";
  }
}

/** SQLite's two ways to say that a file's content is not a database of its own. */
export function isDamage(error: unknown): error is Error {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^SQLITE_(NOTADB|CORRUPT)/.test(code);
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
