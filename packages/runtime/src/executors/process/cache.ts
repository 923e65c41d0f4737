import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import type { LaunchLimits } from "../../executor.ts";
import { emptyWritten, measureWritten } from "../../written.ts";

/** Share of the limits on disk space and files that a cache may take up when a launch starts. */
const share = 1 / 2;

/**
 * Prepares the cache folder of a launch for a user of this machine. It is emptied if it belongs to another user, whose
 * files this one could not replace, or if it is so large that the launch would soon exceed a limit.
 */
export async function openCache(
  dir: string,
  uid: number,
  limits: Pick<LaunchLimits, "diskBytes" | "files">,
): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // The bot may have made it read-only.
  await chmod(dir, 0o700);
  const isOthers = (await lstat(dir)).uid !== uid;
  if (isOthers || (await isTooLarge(dir, limits))) await emptyWritten(dir);
  if (isOthers) await chown(dir, uid, uid);
}

async function isTooLarge(
  dir: string,
  { diskBytes, files }: Pick<LaunchLimits, "diskBytes" | "files">,
): Promise<boolean> {
  const most = {
    bytes: (diskBytes ?? Number.POSITIVE_INFINITY) * share,
    files: (files ?? Number.POSITIVE_INFINITY) * share,
  };
  // What cannot be measured could not be kept within a limit either.
  const use = await measureWritten([dir], most).catch(() => undefined);
  return use === undefined || use.bytes > most.bytes || use.files > most.files;
}
