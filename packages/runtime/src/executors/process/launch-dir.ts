import { constants, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Policy } from "@botyard/border";
import type { Address, IsolationLevel, LaunchFiles, LaunchLimits } from "../../executor.ts";
import type { Controller } from "./cgroups/cgroup.ts";
import type { Identity } from "./members/identity.ts";

/**
 * Files of a launch, from which a later platform process can find it again:
 *
 * - `stdout`, `stderr`: output of the bot, written by its own file descriptors
 * - `status`: JSON lines of the reaper: `child-pid` when the process has started, `exit-code` when it has ended
 * - `process`: identity of the reaper, limits of the launch, and its control group and address if it has them
 * - `out/`: folder for the result, writable for the bot; `tmp/`: temporary files of the bot
 */
export interface LaunchPaths extends LaunchFiles {
  dir: string;
  status: string;
  process: string;
  out: string;
  tmp: string;
  /** `/etc/hosts` and `/etc/resolv.conf` of a launch with a network of its own. */
  hosts: string;
  resolvConf: string;
}

export function launchPaths(dir: string): LaunchPaths {
  const out = join(dir, "out");
  return {
    dir,
    stdout: join(dir, "stdout"),
    stderr: join(dir, "stderr"),
    status: join(dir, "status"),
    process: join(dir, "process"),
    out,
    tmp: join(dir, "tmp"),
    hosts: join(dir, "hosts"),
    resolvConf: join(dir, "resolv.conf"),
    result: join(out, "result.json"),
  };
}

/** Creates the folders of a new launch. The bot's user can traverse `dir` but not list it. */
export function createFolders(paths: LaunchPaths): void {
  mkdirSync(paths.dir, { recursive: true, mode: 0o711 });
  mkdirSync(paths.out, { recursive: true, mode: 0o700 });
  mkdirSync(paths.tmp, { recursive: true, mode: 0o700 });
}

/** Opens a file for appending, readable only by its owner. */
export function openAppend(path: string): number {
  return openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
}

export const openRead = (path: string): number => openSync(path, constants.O_RDONLY);

/** What the reaper has recorded so far. */
export interface ReaperStatus {
  /** With bubblewrap the first process inside, otherwise the reaper itself. */
  childPid?: number;
  exitCode?: number;
}

export function readStatus(path: string): ReaperStatus {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return {};
  }
  const status: ReaperStatus = {};
  const childPid = text.match(/"child-pid": *(\d+)/)?.[1];
  const exitCode = text.match(/"exit-code": *(\d+) *\}/)?.[1];
  if (childPid !== undefined) status.childPid = Number(childPid);
  if (exitCode !== undefined) status.exitCode = Number(exitCode);
  return status;
}

/** What the platform records about the reaper for the next platform process. */
export interface ReaperRecord {
  identity: Identity;
  limits: LaunchLimits;
  /** The state folder, if the launch may write to it. */
  stateDir?: string;
  /** Absent in records of earlier versions. */
  cacheDir?: string;
  /** Absent in records of earlier versions. */
  isolation?: IsolationLevel;
  /** Path of the launch's control group of version 2, if it has one. */
  cgroup?: string;
  /** Paths of its groups of version 1. */
  cgroups?: Record<Controller, string>;
  /** Where its query server listens, if it has one. */
  address?: Address;
  /** The bot, and what its processes may connect to, if it has a network of its own. */
  botId?: string;
  policy?: Policy;
}

export function writeReaper(path: string, record: ReaperRecord): void {
  writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function readReaper(path: string): ReaperRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
