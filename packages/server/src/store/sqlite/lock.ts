import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { isDiskFull } from "../../errors/platform-error.ts";
import { DataDirUnusableError } from "../unusable.ts";
import { awaitSnapshot } from "./snapshot.ts";

/** Another platform uses the data folder. */
export class DataDirLockedError extends Error {
  readonly code = "data_dir_locked";
  readonly pid: number | undefined;
  readonly address: string | undefined;

  constructor(dataDir: string, holder: Holder | undefined) {
    const process = holder ? `process ${holder.pid}` : "another process";
    const at = holder?.address ? ` at ${holder.address}` : "";
    super(
      `The data folder ${dataDir} is in use by another platform (${process}${at}). ` +
        "Use that platform, stop it, or choose another data folder.",
    );
    this.name = "DataDirLockedError";
    this.pid = holder?.pid;
    this.address = holder?.address;
  }
}

interface Holder {
  pid: number;
  address?: string;
}

export interface DataDirLock {
  /** Stores the address of this platform, for the error message of a second platform. */
  announce(address: string): void;
  release(): void;
}

/**
 * Locks the data folder for this process. The kernel releases the lock when the process ends for any reason, so it
 * never becomes stale.
 * @throws {DataDirLockedError} if another platform uses the data folder
 * @throws {DataDirUnusableError} if the data folder cannot be created or written to
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const database = openLock(dataDir);
  try {
    // A journal on the disk would need space, but the platform must start on a full disk too.
    database.pragma("journal_mode = memory");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw new DataDirUnusableError(dataDir, error);
    throw new DataDirLockedError(dataDir, readHolder(dataDir));
  }
  awaitSnapshot(dataDir);
  if (isOpenElsewhere(join(dataDir, "platform.db"))) {
    database.close();
    throw new DataDirLockedError(dataDir, readHolder(dataDir));
  }
  writeHolder(dataDir, { pid: process.pid });
  return {
    announce: (address) => writeHolder(dataDir, { pid: process.pid, address }),
    release() {
      rmSync(holderFile(dataDir), { force: true });
      database.close();
    },
  };
}

/**
 * Checks that no platform on this machine uses another data folder. Changes nothing there.
 * @throws {DataDirLockedError} if one does
 */
export function requireUnused(dataDir: string): void {
  let lock: Sqlite.Database | undefined;
  try {
    lock = new Sqlite(join(dataDir, "lock"), { readonly: true, fileMustExist: true, timeout: 500 });
    lock.prepare("select count(*) from sqlite_schema").get();
  } catch (error) {
    // Without a lock that can be read, no platform can be using it.
    if ((error as { code?: string }).code !== "SQLITE_BUSY") return;
    throw new DataDirLockedError(dataDir, readHolder(dataDir));
  } finally {
    lock?.close();
  }
}

function openLock(dataDir: string): Sqlite.Database {
  try {
    makeFolder(resolve(dataDir));
    const file = join(dataDir, "lock");
    closeSync(openSync(file, "a", 0o600));
    return new Sqlite(file, { timeout: 500 });
  } catch (error) {
    throw new DataDirUnusableError(dataDir, error);
  }
}

/**
 * Whether another process has the database open, for instance a platform whose lock file was removed. A process that has
 * a database with a write-ahead log open holds a shared lock on it, and only a process that is alone gets an exclusive one.
 */
function isOpenElsewhere(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: Sqlite.Database | undefined;
  try {
    // Tools such as sqlite3 may read for a moment.
    database = new Sqlite(file, { timeout: 2_000, fileMustExist: true });
    database.pragma("locking_mode = exclusive");
    database.prepare("select count(*) from sqlite_schema").get();
    return false;
  } catch (error) {
    // Any other failure is reported when the store is opened.
    return (error as { code?: string }).code?.startsWith("SQLITE_BUSY") === true;
  } finally {
    database?.close();
  }
}

/** Creates a folder and its parents. `mkdirSync` with `recursive` never returns where none can be created (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    // Another platform that starts at the same time may have created it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

// A separate file: SQLite's lock is released when this process closes any other descriptor of the locked file.
const holderFile = (dataDir: string) => join(dataDir, "platform.json");

function writeHolder(dataDir: string, holder: Holder): void {
  const temporary = `${holderFile(dataDir)}.new`;
  try {
    writeFileSync(temporary, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(temporary, holderFile(dataDir));
  } catch (error) {
    // The file only informs other platforms; a platform must start on a full disk without it.
    rmSync(temporary, { force: true });
    rmSync(holderFile(dataDir), { force: true });
    if (!isDiskFull(error)) throw new DataDirUnusableError(dataDir, error);
  }
}

function readHolder(dataDir: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(dataDir), "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
