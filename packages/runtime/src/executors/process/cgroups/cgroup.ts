import { closeSync, constants, mkdirSync, openSync, readFileSync, rmdirSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BrokenLimit, LaunchLimits } from "../../../executor.ts";

/** The controllers that limit a launch. */
export const controllers = ["cpu", "memory", "pids"] as const;
export type Controller = (typeof controllers)[number];

/** Where the group of a launch is: version 2 has one folder, version 1 one for each controller. */
export type CgroupPlace = { cgroup: string } | { cgroups: Record<Controller, string> };

/** The control group of one launch, in which the kernel enforces its limits. */
export interface Cgroup {
  /** Recorded for the next platform process. */
  readonly place: CgroupPlace;
  /** The limit for which the kernel killed a process of the launch, if any, or which it does not enforce by itself. */
  readonly brokenLimit: BrokenLimit | undefined;
  /** Whether the kernel kills all processes of a launch that exceeds a limit. Otherwise it kills one at most. */
  readonly killsTogether: boolean;
  /** What the processes of the group use; `undefined` if it cannot be read. */
  readonly usage: { cpuSeconds?: number; memoryBytes: number; processes: number } | undefined;
  /** Files to which a process writes 0 to move itself into the group, before it starts the bot's program. */
  readonly entries: readonly string[];
  /** Kills all processes left in the group, of any user, and removes the group. Never rejects. */
  end(): Promise<void>;
}

/** The groups of an executor's launches. */
export interface Groups {
  /** @throws {Error} the system error, if the group cannot be created or configured; no group is left */
  make(launchId: string, limits: LaunchLimits): Cgroup;
  /** Finds the group that an earlier platform process created, if it still exists. */
  find(launchId: string): Cgroup | undefined;
  /** Returns the folders of all groups of launches. */
  list(): string[];
  /** The number of {@link Cgroup.entries} of each. */
  readonly entries: number;
  readonly folders: GroupFolders;
}

/** Creates and removes groups. In cgroupfs a new folder contains its control files, and is removed with them. */
export interface GroupFolders {
  make(path: string): void;
  remove(path: string): void;
}

export const groupFolders: GroupFolders = { make: (path) => mkdirSync(path), remove: rmdirSync };

/**
 * How many of the processes of a launch that count are outside of its group: with bubblewrap its first process. Otherwise
 * there is one too many in the group, the reaper.
 */
export const countedOutside = (isolation: string): number => (isolation === "bubblewrap" ? 1 : -1);

export const cpuPeriodUs = 100_000;
/** The kernel's minimum quota. */
const leastQuotaUs = 1_000;
export const cpuQuotaUs = (cpus: number) => Math.max(leastQuotaUs, Math.round(cpus * cpuPeriodUs));

/** Launches used in trials of a group. */
export const trialLimits: LaunchLimits = { memoryBytes: 1 << 30, processes: 32, cpus: 0.5, openFiles: 64 };

export const groupOfLaunch = (launchId: string) => `launch-${launchId}`;

/** Start of the name of a group that the platform has made for its launches, and removes when there are none. */
export const ownGroupPrefix = "botyard-";

/** Creates the group of a launch. */
export function makeFolder(path: string, folders: GroupFolders, makeParent: () => void): void {
  for (let tries = 0; ; tries++) {
    try {
      folders.make(path);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The group is left over from a platform that was killed before it started this launch.
      if (code === "EEXIST") return;
      // It is removed with its last launch, also by another platform.
      if (code !== "ENOENT" || tries === 2) throw error;
      makeParent();
    }
  }
}

/**
 * Removes the group of a launch, and the platform's group around it if it was the last one.
 * @throws {Error} the system error, such as `EBUSY` if there are processes in it
 */
export function removeFolder(path: string, folders: GroupFolders): void {
  try {
    folders.remove(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const parent = dirname(path);
  if (!basename(parent).startsWith(ownGroupPrefix)) return;
  try {
    folders.remove(parent);
  } catch {
    // There are other launches.
  }
}

const endTries = 100;
const endTryMs = 10;

/** Tries again to end a group, which takes until its processes have ended. `end` returns true once it is removed. */
export async function endGroup(end: () => boolean): Promise<void> {
  for (let tries = 0; tries < endTries; tries++) {
    if (end()) return;
    await delay(endTryMs);
  }
}

export function readControl(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}

/** Opens an existing control file for writing. */
export const openControl = (path: string): number => openSync(path, constants.O_WRONLY | constants.O_TRUNC);

/** Writes to an existing control file, and does not create it. */
export function writeControl(path: string, value: string): void {
  const fd = openControl(path);
  try {
    writeSync(fd, value);
  } finally {
    closeSync(fd);
  }
}
