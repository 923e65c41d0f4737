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
  readdirSync,
} from "node:fs";
import { join } from "node:path";
import type { LaunchPaths } from "./launch-dir.ts";

/** Changes the owner of the launch's files to the bot's user, which may open `/dev/stdout` by name. */
export function giveLaunch(paths: LaunchPaths, uid: number, gid: number): void {
  for (const path of [paths.out, paths.tmp, paths.stdout, paths.stderr]) chownSync(path, uid, gid);
}

/** Modification time of each state folder when its files were last checked. */
const swept = new Map<string, number>();

/**
 * Changes the owner of the state folder and its files to the bot's user, because other users may have written there
 * while the bot was stopped. Makes the files readable by group, for query processes, which run as another user.
 */
export function giveState(dir: string, uid: number, mode: number): void {
  const folder = lstatSync(dir);
  if (folder.uid !== uid || folder.gid !== uid) chownSync(dir, uid, uid);
  if ((folder.mode & 0o777) !== mode) chmodSync(dir, mode);
  if (folder.uid === uid && swept.get(dir) === folder.mtimeMs) return;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isFile()) giveStateFile(join(dir, entry.name), uid);
  }
  swept.set(dir, folder.mtimeMs);
}

/** Changes a file by descriptor, not by name: a running bot could replace it with a link to another user's file. */
function giveStateFile(path: string, uid: number): void {
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
