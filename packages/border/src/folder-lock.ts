import { constants } from "node:os";
import koffi from "koffi";

const exclusive = 2;
const withoutWaiting = 4;

/**
 * Locks a folder until this process ends, and returns true if another process has locked it. Where a file system has no
 * locks, the folder stays unlocked.
 */
export function isLockedByAnother(folder: number): boolean {
  const flock = koffi.load(null).func("int flock(int, int)");
  return flock(folder, exclusive | withoutWaiting) !== 0 && koffi.errno() === constants.errno.EWOULDBLOCK;
}
