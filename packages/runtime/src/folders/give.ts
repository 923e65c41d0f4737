import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
} from "node:fs";
import { Descent, needs } from "./descent.ts";
import { Slices } from "./slices.ts";

/**
 * Changes the owner of a state folder and its files, and makes the files readable by group.
 *
 * @param most how many entries are looked at
 */
export async function giveState(dir: string, uid: number, mode: number, most: number): Promise<void> {
  const folder = lstatSync(dir);
  if (folder.uid !== uid || folder.gid !== uid) chownSync(dir, uid, uid);
  if ((folder.mode & 0o777) !== mode) chmodSync(dir, mode);
  const at = Descent.into(dir, needs.reading);
  if (!at) return;
  const slices = new Slices();
  let entries = 0;
  try {
    for (const entry of at.entries()) {
      if (++entries > most) return;
      if (entry.isFile()) giveStateFile(at.path(entry.name), uid);
      if (slices.isOver()) await slices.turn();
    }
  } finally {
    at.close();
  }
}

/** Changes a file by descriptor, not by name: a running bot could replace it with a link to another user's file. */
function giveStateFile(path: Buffer, uid: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || (found.uid === uid && found.gid === uid && found.mode & 0o040)) return;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return;
  }
  try {
    const entry = fstatSync(fd);
    if (!entry.isFile() || entry.nlink !== 1) return;
    if (entry.uid !== uid || entry.gid !== uid) fchownSync(fd, uid, uid);
    if (!(entry.mode & 0o040)) fchmodSync(fd, (entry.mode & 0o777) | 0o040);
  } finally {
    closeSync(fd);
  }
}
