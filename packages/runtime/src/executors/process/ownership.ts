import { chownSync } from "node:fs";
import type { LaunchSpec } from "../../executor.ts";
import { apart } from "../../folders/apart.ts";
import type { LaunchPaths } from "./launch-dir.ts";

/** Changes the owner of the launch's files to the bot's user, which may open `/dev/stdout` by name. */
export function giveLaunch(paths: LaunchPaths, uid: number, gid: number): void {
  for (const path of [paths.out, paths.tmp, paths.stdout, paths.stderr]) chownSync(path, uid, gid);
}

/** Changes the owner of the state folder and its files to the bot's user, and makes the files readable by group. */
export function giveState({ stateDir, limits }: LaunchSpec, uid: number, mode: number): Promise<void> {
  return apart("giveState", stateDir, uid, mode, limits.files ?? Number.POSITIVE_INFINITY);
}
