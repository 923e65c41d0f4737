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

/** A newer platform has updated the database. */
export class StoreNewerError extends Error {
  readonly code = "store_newer";

  /** @param about.copy path of a copy from before the update that this version can use */
  constructor(
    file: string,
    about: { unknown: string; version: string; writer: string | undefined; copy: string | undefined },
  ) {
    const { unknown, version, copy } = about;
    const writer = about.writer === undefined ? "a newer version" : `version ${about.writer}`;
    const back =
      copy === undefined
        ? ""
        : ` To go back, and lose what was written since, move ${copy} to ${file} and remove ${file}-wal and ${file}-shm.`;
    super(
      `The database ${file} was updated by ${writer} of the platform (${unknown}), which version ${version} does not know. Nothing was changed. Start that version or a newer one.${back}`,
    );
    this.name = "StoreNewerError";
  }
}

/** A database that is only read has the schema of an earlier version. */
export class StoreOlderError extends Error {
  readonly code = "store_older";

  constructor(database: string, version: string) {
    super(
      `The database ${database} has not been updated to version ${version} of the platform. Nothing was changed. ` +
        "Start this version of the platform with it once, stop it, and try again.",
    );
    this.name = "StoreOlderError";
  }
}

/** What the marker of a copy that is not complete says. */
export interface Incomplete {
  /** What is copied. */
  source: string;
  begun_at: string;
}

/** The records are those of a copy that was not completed. */
export class StoreIncompleteError extends Error {
  readonly code = "store_incomplete";

  constructor(database: string, { source, begun_at }: Incomplete) {
    super(
      `The records in ${database} are an incomplete copy of ${source}, begun at ${begun_at}. Nothing was changed. ` +
        "Repeat that platform store copy, with the option --again.",
    );
    this.name = "StoreIncompleteError";
  }
}

/** The target of a copy has records. */
export class StoreNotEmptyError extends Error {
  readonly code = "store_not_empty";

  constructor(database: string, table: string) {
    super(
      `${database} has records already (in the table ${table}). Nothing was changed. ` +
        "Copy into an empty one, with which no platform has been started.",
    );
    this.name = "StoreNotEmptyError";
  }
}

/** The database of a server cannot be used. */
export class StoreUnusableError extends Error {
  readonly code = "store_unusable";

  /** @param why what happened and what to do, without the last full stop */
  constructor(why: string, cause?: unknown) {
    super(`The store cannot be used. ${why}.`, { cause });
    this.name = "StoreUnusableError";
  }
}

/** Another process owns the store. */
export class StoreInUseError extends Error {
  readonly code = "store_in_use";

  constructor({ holder, since }: { holder: string; since: string }) {
    super(
      `The store is in use by ${holder} since ${since}. Stop that platform first; if it has crashed, try again in 15 seconds.`,
    );
    this.name = "StoreInUseError";
  }
}

/** SQLite does not name the file. */
function fileOf(cause: unknown, dataDir: string): string {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === "string" && code.startsWith("SQLITE_") ? join(dataDir, "platform.db") : dataDir;
}
