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

/** The launch's own files become the bot's: it may open `/dev/stdout` by name, as many programs do. */
export function giveLaunch(paths: LaunchPaths, uid: number, gid: number): void {
  for (const path of [paths.out, paths.tmp, paths.stdout, paths.stderr]) chownSync(path, uid, gid);
}

/** Modification time of each state folder when it was last gone through. */
const swept = new Map<string, number>();

/**
 * The state folder and the files in it become the bot's: others may have written there while it was stopped. Its
 * query processes, of another user, read by group, and a bot may have made a file for its owner alone.
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

/** By its open file, never by name: the bot may be running, and put a link to a stranger's file in its place. */
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
