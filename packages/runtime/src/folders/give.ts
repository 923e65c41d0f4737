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

/** Modification time of each state folder when its files were last checked. */
const swept = new Map<string, bigint>();

/**
 * Changes the owner of the state folder and its files to the bot's user, because other users may have written there
 * while the bot was stopped. Makes the files readable by group, for query processes, which run as another user.
 *
 * @param most how many entries are looked at; a bot with more is not started
 */
export async function giveState(dir: string, uid: number, mode: number, most: number): Promise<void> {
  const folder = lstatSync(dir, { bigint: true });
  const isOwn = folder.uid === BigInt(uid);
  if (!isOwn || folder.gid !== BigInt(uid)) chownSync(dir, uid, uid);
  if (Number(folder.mode & 0o777n) !== mode) chmodSync(dir, mode);
  if (isOwn && swept.get(dir) === folder.mtimeNs) return;
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
  swept.set(dir, folder.mtimeNs);
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
