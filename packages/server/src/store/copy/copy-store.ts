import { version } from "../../version.ts";
import { forgetElsewhere } from "../elsewhere.ts";
import { holderOf } from "../holder.ts";
import { homeOf, recordRestored } from "../place.ts";
import * as postgresSource from "../postgres/copy-source.ts";
import * as postgresTarget from "../postgres/copy-target.ts";
import * as sqliteSource from "../sqlite/copy-source.ts";
import * as sqliteTarget from "../sqlite/copy-target.ts";
import { lockDataDir } from "../sqlite/lock.ts";
import { StoreUnusableError } from "../unusable.ts";
import { type CopiedTable, copyRecords, type Progress } from "./copy-records.ts";
import type { Source, Target } from "./ends.ts";

/** Where records are: a data folder with SQLite, or a PostgreSQL database. */
export type StorePlace = { dataDir: string } | { url: string };

export interface CopyOptions extends Progress {
  from: StorePlace;
  /** Of the other engine. */
  to: StorePlace;
  /** Whether to remove from the target what an incomplete copy has left. */
  again: boolean;
  now: Date;
}

/**
 * Copies all records of a store to an empty one of the other engine. The source is only read. Until the copy is complete and
 * was compared, no platform can use the target.
 *
 * @throws {DataDirLockedError} if a platform uses the data folder
 * @throws {DataDirUnusableError} if the data folder cannot be written to
 * @throws {StoreInUseError} if a platform uses the database
 * @throws {StoreUnusableError} if the server or the database cannot be used, the source has no records, or the target is the
 * data folder of other bots
 * @throws {StoreDamagedError} if the source is damaged
 * @throws {StoreOlderError} if the source has the schema of an earlier version
 * @throws {StoreNewerError} if a newer platform has updated one of the two
 * @throws {StoreIncompleteError} if one of the two is an incomplete copy, and it is not the target of a copy made again
 * @throws {StoreNotEmptyError} if the target has records
 * @throws {BlobDamagedError} if a content of a package is damaged in the source; the target stays incomplete
 * @throws {CopyDiffersError} if the target does not have what was read; it stays incomplete
 */
export async function copyStore(options: CopyOptions): Promise<CopiedTable[]> {
  const { from, to } = options;
  const dataDir = "dataDir" in from ? from.dataDir : "dataDir" in to ? to.dataDir : undefined;
  if (dataDir === undefined || ("dataDir" in from && "dataDir" in to))
    throw new Error("The two stores are of the same engine.");
  // Before the lock, which would create the folder.
  if ("dataDir" in from) sqliteSource.requireRecords(dataDir);
  const lock = lockDataDir(dataDir);
  let source: Source | undefined;
  let target: Target | undefined;
  try {
    const marked = { source: textOf(from), now: options.now, version, again: options.again };
    const holder = holderOf("platform store copy", dataDir);
    source =
      "url" in from
        ? await postgresSource.openSource(from.url, { holder, version })
        : sqliteSource.openSource(dataDir, version);
    requireHome(source, dataDir);
    target =
      "url" in to
        ? await postgresTarget.openTarget(to.url, { ...marked, holder, home: homeOf(dataDir) })
        : await sqliteTarget.openTarget(dataDir, marked);
    if ("dataDir" in to) {
      // A new folder is another home of the same bots, which may be running from the one that the database has.
      if (source.home && !homeOf(dataDir)) recordRestored(dataDir, source.home);
      // From now on its own database says that it is incomplete.
      forgetElsewhere(dataDir);
    }
    return await copyRecords(source, target, options);
  } finally {
    await target?.close();
    await source?.close();
    lock.release();
  }
}

/** A database must not be copied to a data folder that has other bots. */
function requireHome({ home }: Source, dataDir: string): void {
  const here = homeOf(dataDir);
  if (!home || !here || home.id === here.id) return;
  const owner = home.path === dataDir ? `an earlier one at ${dataDir}` : `the one at ${home.path}`;
  throw new StoreUnusableError(
    `The data folder ${dataDir} has other bots than the database, whose data folder is ${owner}. Copy to that one, or to a new one; or let this one take the bots over first: platform serve --take-over`,
  );
}

/** For people, without the user and the password. */
function textOf(place: StorePlace): string {
  if ("dataDir" in place) return `the data folder ${place.dataDir}`;
  const { host, pathname } = new URL(place.url);
  return `the database postgres://${host}${pathname}`;
}
