import { constants, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { IsolationLevel, LaunchFiles, LaunchLimits } from "../../executor.ts";
import type { Identity } from "./identity.ts";

/**
 * What a launch leaves on disk, so that a later platform process finds all of it again:
 *
 * - `stdout`, `stderr`: what the bot wrote, straight from its own file descriptors
 * - `status`: lines of JSON by the reaper: `child-pid` once there is a process, `exit-code` once it has ended
 * - `process`: identity of the reaper, the launch's limits, and its control group where it has one
 * - `out/`: the bot's own folder for its result; `tmp/`: its temporary files
 */
export interface LaunchPaths extends LaunchFiles {
  dir: string;
  status: string;
  process: string;
  out: string;
  tmp: string;
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
    result: join(out, "result.json"),
  };
}

/** The folders of a new launch. A bot's user passes through `dir` but can not look around in it. */
export function createFolders(paths: LaunchPaths): void {
  mkdirSync(paths.dir, { recursive: true, mode: 0o711 });
  mkdirSync(paths.out, { recursive: true, mode: 0o700 });
  mkdirSync(paths.tmp, { recursive: true, mode: 0o700 });
}

/** Opens a file that the launch appends to, whoever reads it and wherever. */
export function openAppend(path: string): number {
  return openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
}

/** What the reaper has written so far. */
export interface ReaperStatus {
  /** Bubblewrap: the first process inside. Otherwise: the reaper itself. */
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

/** What the platform keeps about the reaper, for its successor. */
export interface ReaperRecord {
  identity: Identity;
  limits: LaunchLimits;
  /** Absent in what an earlier version wrote. */
  isolation?: IsolationLevel;
  /** The launch's control group, where it has one. */
  cgroup?: string;
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
