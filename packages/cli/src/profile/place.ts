import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Environment } from "../context.ts";

/**
 * Returns the folder of the profile: PLATFORM_CONFIG_HOME, or `.botyard/cli` of the clone if that folder exists
 * (`npm start` creates it), or the user's configuration folder.
 */
export function profileDir(env: Environment, clone: string | undefined): string {
  if (env.PLATFORM_CONFIG_HOME) return env.PLATFORM_CONFIG_HOME;
  const ofClone = clone === undefined ? undefined : join(clone, ".botyard", "cli");
  if (ofClone !== undefined && existsSync(ofClone)) return ofClone;
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, "botyard");
  if (process.platform === "win32" && env.APPDATA) return join(env.APPDATA, "botyard");
  return join(env.HOME ?? homedir(), ".config", "botyard");
}

/** Returns the cache folder, for completion, update checks and built SDKs. */
export function cacheDir(env: Environment, clone: string | undefined): string {
  if (env.PLATFORM_CACHE_HOME) return env.PLATFORM_CACHE_HOME;
  if (clone !== undefined) return join(clone, ".botyard", "cache");
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "botyard");
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "botyard", "cache");
  return join(env.HOME ?? homedir(), ".cache", "botyard");
}

/** Returns the data folder of `platform serve`: the option, PLATFORM_DATA_DIR, the clone's folder or the user's. */
export function dataDir(
  env: Environment,
  clone: string | undefined,
  flag: string | undefined,
  cwd: string,
): string {
  if (flag) return resolve(cwd, flag);
  if (env.PLATFORM_DATA_DIR) return resolve(cwd, env.PLATFORM_DATA_DIR);
  if (clone !== undefined) return join(clone, ".botyard", "data");
  if (env.XDG_DATA_HOME) return join(env.XDG_DATA_HOME, "botyard");
  return join(env.HOME ?? homedir(), ".local", "share", "botyard");
}
