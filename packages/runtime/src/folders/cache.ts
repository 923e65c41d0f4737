import { chmodSync, chownSync, lstatSync, mkdirSync } from "node:fs";
import type { LaunchLimits } from "../executor.ts";
import { countFiles, type FolderUse, measureFolders } from "./measure.ts";
import { emptyFolder } from "./remove.ts";

type Limits = Pick<LaunchLimits, "diskBytes" | "files">;

/** Share of the limits on disk space and files that a cache may take up when a launch starts. */
const share = 1 / 2;

/**
 * Prepares the cache folder of a launch, and counts the files that the launch begins with, up to a little more than its
 * limit. One job, because each waits for the thread.
 */
export async function openStorage(
  {
    stateDir,
    cacheDir,
    limits,
  }: { stateDir: string | undefined; cacheDir: string | undefined; limits: Limits },
  uid: number,
): Promise<number> {
  const inCache = cacheDir === undefined ? 0 : await openCache(cacheDir, uid, limits);
  if (stateDir === undefined || limits.files === undefined) return 0;
  return inCache + (await countFiles([stateDir], limits.files));
}

/**
 * Prepares the cache folder of a launch for a user of this machine. It is emptied if it belongs to another user, whose
 * files this one could not replace, or if it is so large that the launch would soon exceed a limit. Returns the number of
 * its files.
 */
export async function openCache(dir: string, uid: number, { diskBytes, files }: Limits): Promise<number> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // The bot may have made it read-only.
  chmodSync(dir, 0o700);
  const isOthers = lstatSync(dir).uid !== uid;
  const most = {
    bytes: (diskBytes ?? Number.POSITIVE_INFINITY) * share,
    files: (files ?? Number.POSITIVE_INFINITY) * share,
  };
  // What cannot be measured could not be kept within a limit either.
  const use = isOthers ? undefined : await measureFolders([dir], most).catch(() => undefined);
  const isKept = use !== undefined && isWithin(use, most);
  if (!isKept) await emptyFolder(dir);
  if (isOthers) chownSync(dir, uid, uid);
  return isKept ? use.files : 0;
}

const isWithin = (use: FolderUse, most: { bytes: number; files: number }) =>
  use.bytes <= most.bytes && use.files <= most.files;
