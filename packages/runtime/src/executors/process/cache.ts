import { chmod, chown, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LaunchLimits } from "../../executor.ts";
import { folderBytes, leastBytes } from "../../folder-bytes.ts";
import { removeWritten } from "../../remove.ts";

/** Share of the limit on disk space that a cache may take up when a launch starts. */
const share = 1 / 2;

/**
 * Prepares the cache folder of a launch for a user of this machine. It is emptied if it belongs to another user, whose
 * files this one could not replace, or if it is so large that the launch would soon exceed its limit.
 */
export async function openCache(dir: string, uid: number, { diskBytes }: LaunchLimits): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // The bot may have made it read-only.
  await chmod(dir, 0o700);
  const isOthers = (await lstat(dir)).uid !== uid;
  if (isOthers || (await isTooLarge(dir, diskBytes)))
    for (const name of await readdir(dir)) await removeWritten(join(dir, name));
  if (isOthers) await chown(dir, uid, uid);
}

async function isTooLarge(dir: string, diskBytes: number | undefined): Promise<boolean> {
  if (diskBytes === undefined) return false;
  const most = diskBytes * share;
  const used = await folderBytes(dir, Math.ceil(most / leastBytes));
  return typeof used !== "number" || used > most;
}
