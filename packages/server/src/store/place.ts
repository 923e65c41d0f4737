import { randomUUID } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isDiskFull } from "../errors/platform-error.ts";
import { isElsewhere } from "./elsewhere.ts";
import type { Home } from "./home.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { DataDirUnusableError } from "./unusable.ts";

/** Where a data folder is, recorded in the folder itself: a copy has the record of the original. */
interface PlaceRecord {
  /** Id of the data folder. A copy gets another one when a platform takes it over. */
  id: string;
  /** The record's own file, which is another one in every copy; absent if the file system does not keep its inode number. */
  file?: FileIdentity;
  machine?: string;
  path: string;
  /** It was restored from a backup of the original, or has a copy of its records. */
  restored?: true;
}

interface FileIdentity {
  inode: string;
  /** Time of its creation in nanoseconds, because inode numbers are reused; absent if the file system has none. */
  born?: string;
}

/** Why a data folder is not known to be the original. */
export interface Copy {
  /** Path of the original; absent if it is not known. */
  of?: string;
  /**
   * `elsewhere`: the same files, on another machine: the disk was moved, or copied as a whole. `other`: another folder has
   * the states of the bots that the database has the records of.
   */
  kind: "copy" | "elsewhere" | "unknown" | "other";
  isOfAnotherMachine: boolean;
}

/** A data folder and whether it is the one that platforms have used before. */
export interface Place {
  /** Absent if the folder is a copy without a record. */
  id?: string;
  /** Set if no bot may be started, because the same bots may be running from another folder. */
  copy?: Copy;
}

const fileOf = (dataDir: string) => join(dataDir, "place.json");

/**
 * Determines whether a data folder is where a platform last used it, and records its place if it is new or has been moved.
 * The caller must hold the lock of the folder.
 * @param launchDirs folders of launches according to the store, by which a copy without a record is known
 * @throws {DataDirUnusableError} if the record cannot be written, except for lack of space
 */
export function findPlace(dataDir: string, launchDirs: readonly string[], machine = thisMachine): Place {
  const record = readPlace(dataDir);
  if (record === "damaged") return { copy: { kind: "unknown", isOfAnotherMachine: false } };
  if (!record) {
    const of = launchDirs.map(dataDirOf).find((path) => isOtherFolder(path, dataDir));
    if (of !== undefined) return { copy: { of, kind: "copy", isOfAnotherMachine: false } };
    return { id: recordIfRoom(dataDir, newId(), machine) };
  }
  const copy = copyOf(dataDir, record, machine);
  if (copy) return { id: record.id, copy };
  const isCurrent =
    record.path === dataDir &&
    record.machine === machine.id() &&
    (record.file !== undefined) === machine.keepsInodes(dataDir);
  if (!isCurrent) recordIfRoom(dataDir, record.id, machine);
  return { id: record.id };
}

/**
 * Makes a copied data folder an original with an id of its own, and returns the id. What was the original, if it is still at
 * its path, is a copy from now on.
 * @throws {DataDirUnusableError} if that cannot be recorded
 */
export function takePlace(dataDir: string, of?: string, machine = thisMachine): string {
  const id = newId();
  const isThere = of !== undefined && isOtherFolder(of, dataDir) && idIn(of) === idIn(dataDir);
  // First, so that the bots run nowhere rather than twice if the platform is killed in between.
  if (isThere) recordPlace(of, { id, path: dataDir, file: noFile }, machine);
  return recordPlace(dataDir, { id, path: dataDir }, machine);
}

/** What a backup tells of the data folder that it is of. */
export interface Origin {
  path: string;
  id?: string;
  machine?: string;
}

export function originOf(dataDir: string, machine = thisMachine): Origin {
  const record = readPlace(dataDir);
  const id = typeof record === "object" ? record.id : undefined;
  const here = machine.id();
  return { path: dataDir, ...(id !== undefined && { id }), ...(here !== undefined && { machine: here }) };
}

/** Records that a folder has what a backup or a copy of another one had: it is a copy of that until a platform takes it over. */
export function recordRestored(dataDir: string, { path, id = newId(), machine }: Origin): void {
  const record: PlaceRecord = { id, path, restored: true, ...(machine !== undefined && { machine }) };
  writeFileSync(fileOf(dataDir), `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
}

/** What a store outside of the folder notes of it. `undefined` if the folder has no record of its own. */
export function homeOf(dataDir: string, machine = thisMachine): Home | undefined {
  const id = idIn(dataDir);
  const here = machine.id();
  return id === undefined ? undefined : { id, path: dataDir, ...(here !== undefined && { machine: here }) };
}

/** Returns why the bots of a store do not belong to this folder, if so. */
export function strayedFrom(home: Home | undefined, here: Home): Copy | undefined {
  if (!home || home.id === here.id) return undefined;
  const isOfAnotherMachine =
    home.machine !== undefined && here.machine !== undefined && home.machine !== here.machine;
  return { of: home.path, kind: "other", isOfAnotherMachine };
}

const noFile: FileIdentity = { inode: "0" };

function idIn(dataDir: string): string | undefined {
  const record = readPlace(dataDir);
  return typeof record === "object" ? record.id : undefined;
}

const newId = () => `folder_${randomUUID()}`;

/** The folder of a launch is `<data folder>/bots/<bot>/launches/<launch>`. */
const dataDirOf = (launchDir: string) => join(launchDir, "..", "..", "..", "..");

function copyOf(dataDir: string, record: PlaceRecord, machine: Machine): Copy | undefined {
  const here = machine.id();
  const isOfAnotherMachine = record.machine !== undefined && here !== undefined && record.machine !== here;
  const copy = { of: record.path, isOfAnotherMachine };
  if (record.restored) return { ...copy, kind: "copy" };
  if (machine.keepsInodes(dataDir) && isAnotherFile(statSync(fileOf(dataDir), { bigint: true }), record.file))
    return { ...copy, kind: "copy" };
  if (isOfAnotherMachine) return { ...copy, kind: "elsewhere" };
  // Snapshots and hard links keep inode numbers.
  const there = readPlace(record.path);
  const isTwin = typeof there === "object" && there.id === record.id && isOtherFolder(record.path, dataDir);
  return isTwin ? { ...copy, kind: "copy" } : undefined;
}

function identityOf({ ino, birthtimeNs }: BigIntStats): FileIdentity {
  return { inode: String(ino), ...(birthtimeNs > 0n && { born: String(birthtimeNs) }) };
}

function isAnotherFile(stats: BigIntStats, recorded: FileIdentity | undefined): boolean {
  if (!recorded) return false;
  const { inode, born } = identityOf(stats);
  return (
    inode !== recorded.inode || (born !== undefined && recorded.born !== undefined && born !== recorded.born)
  );
}

/** Whether a path is a data folder other than this one; a folder can be mounted at several paths. */
function isOtherFolder(path: string, dataDir: string): boolean {
  if (!existsSync(join(path, "platform.db")) && !isElsewhere(path)) return false;
  const [other, own] = [path, dataDir].map((folder) => statSync(folder, { bigint: true }));
  return other?.ino !== own?.ino || other?.dev !== own?.dev;
}

function readPlace(dataDir: string): PlaceRecord | "damaged" | undefined {
  try {
    const record = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Partial<PlaceRecord> | null;
    return record?.id && record.path ? (record as PlaceRecord) : "damaged";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "damaged";
  }
}

/** Records the place, unless the disk is full: the platform must start there too. */
function recordIfRoom(dataDir: string, id: string, machine: Machine): string {
  try {
    return recordPlace(dataDir, { id, path: dataDir }, machine);
  } catch (error) {
    if (isDiskFull(error)) return id;
    throw error;
  }
}

/**
 * Records durably, in a data folder, which place is that of the original, and returns its id.
 * @param place.file default: the file of the record, for the original itself
 */
function recordPlace(
  dataDir: string,
  { id, path, file: known }: Pick<PlaceRecord, "id" | "path" | "file">,
  machine: Machine,
): string {
  const next = `${fileOf(dataDir)}.new`;
  try {
    rmSync(next, { force: true });
    const file = openSync(next, "wx", 0o600);
    try {
      const record: PlaceRecord = {
        id,
        ...(machine.keepsInodes(dataDir) && { file: known ?? identityOf(fstatSync(file, { bigint: true })) }),
        ...(machine.id() !== undefined && { machine: machine.id() as string }),
        path,
      };
      writeSync(file, `${JSON.stringify(record)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, fileOf(dataDir));
    sync(dirname(next));
  } catch (error) {
    rmSync(next, { force: true });
    throw new DataDirUnusableError(dataDir, error);
  }
  return id;
}

function sync(folder: string): void {
  const file = openSync(folder, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
