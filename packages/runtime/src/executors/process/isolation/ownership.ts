import { chownSync, lstatSync } from "node:fs";
import type { LaunchSpec } from "../../../executor.ts";
import { apart } from "../../../folders/apart.ts";
import type { LaunchPaths } from "../launch-dir.ts";

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
export async function giveState(spec: LaunchSpec, uid: number, mode: number): Promise<void> {
  const { ownerId, botId, stateDir, limits } = spec;
  const folder = lstatSync(stateDir);
  const isGiven = folder.uid === uid && folder.gid === uid && (folder.mode & 0o777) === mode;
  if (isGiven && swept.get(stateDir) === folder.mtimeMs) return;
  // A bot with more files is not started.
  await apart(ownerId ?? botId, "giveState", stateDir, uid, mode, limits.files ?? Number.POSITIVE_INFINITY);
  swept.set(stateDir, folder.mtimeMs);
}
