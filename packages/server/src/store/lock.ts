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
import { isDiskFull } from "../errors.ts";
import { DataDirUnusableError } from "./unusable.ts";

/** Another platform works in the data folder. */
export class DataDirLockedError extends Error {
  readonly code = "data_dir_locked";
  readonly pid: number | undefined;
  readonly address: string | undefined;

  constructor(dataDir: string, holder: Holder | undefined) {
    const process = holder ? `the process ${holder.pid}` : "another process";
    const at = holder?.address ? `, at ${holder.address}` : "";
    super(
      `The data folder ${dataDir} is in use by a platform (${process}${at}). ` +
        "Use that one, stop it, or choose another data folder.",
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
  /** Tells a second platform where this one listens. */
  announce(address: string): void;
  release(): void;
}

/**
 * Takes the data folder for this process alone. The kernel holds the lock: it ends with the process, however that
 * ends, so there is no stale one. Throws {@link DataDirLockedError} and {@link DataDirUnusableError}.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const database = openLock(dataDir);
  try {
    // A journal on the disk would need room there, and a platform must start on a full one too.
    database.pragma("journal_mode = memory");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw new DataDirUnusableError(dataDir, error);
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

/** Node's own way with parents never ends where the system knows no folder that could be made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    // Another platform that starts at the same moment may have been faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

// A file of its own: SQLite gives its locks up when anything else of this process closes the locked file.
const holderFile = (dataDir: string) => join(dataDir, "platform.json");

function writeHolder(dataDir: string, holder: Holder): void {
  const temporary = `${holderFile(dataDir)}.new`;
  try {
    writeFileSync(temporary, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(temporary, holderFile(dataDir));
  } catch (error) {
    // It is only told to others: a platform on a full disk starts all the same, and answers what can be read.
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
