import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Exit, LaunchLimits } from "../../executor.ts";

/** The reaper, and in a sandbox the first process inside, are in the group as well. */
const processesAround = 2;
const periodUs = 100_000;
/** The kernel takes no smaller share of a period. */
const leastQuotaUs = 1_000;
const endTries = 100;
const endTryMs = 10;

/** Makes and removes groups. In cgroupfs a new folder has its files at once, and is removed with them. */
export interface GroupFolders {
  make(path: string): void;
  remove(path: string): void;
}

export const groupFolders: GroupFolders = { make: (path) => mkdirSync(path), remove: rmdirSync };

/** What each file of a group is set to, so that the kernel holds a launch to its limits. */
export function groupSettings(limits: LaunchLimits): Record<string, string> {
  const quota = Math.max(leastQuotaUs, Math.round(limits.cpus * periodUs));
  return {
    "cpu.max": `${quota} ${periodUs}`,
    "memory.max": `${limits.memoryBytes}`,
    "memory.oom.group": "1",
    "pids.max": `${limits.processes + processesAround}`,
  };
}

/** The control group (version 2) of one launch. */
export class Cgroup {
  readonly path: string;
  readonly #folders: GroupFolders;

  private constructor(path: string, folders: GroupFolders) {
    this.path = path;
    this.#folders = folders;
  }

  /** @throws Error of the file that could not be written; then there is no group. */
  static make(path: string, limits: LaunchLimits, folders: GroupFolders): Cgroup {
    try {
      folders.make(path);
    } catch (error) {
      // A platform that died before it could start this launch has left it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    try {
      for (const [file, value] of Object.entries(groupSettings(limits)))
        writeControl(join(path, file), value);
      forbidSwap(path);
    } catch (error) {
      folders.remove(path);
      throw error;
    }
    return new Cgroup(path, folders);
  }

  /** The group that an earlier platform process made, if it is still there. */
  static find(path: string | undefined, folders: GroupFolders): Cgroup | undefined {
    if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    return new Cgroup(path, folders);
  }

  /** The command, by a shell that first moves itself into the group: nothing of a launch ever runs outside. */
  enter(argv: readonly string[]): string[] {
    const script = 'echo $$ >"$1" || exit 126; shift; exec "$@"';
    return ["/bin/sh", "-c", script, "sh", join(this.path, "cgroup.procs"), ...argv];
  }

  /** Which limit the kernel has ended the launch for. */
  get brokenLimit(): Exit["limit"] {
    return /^oom_kill [1-9]/m.test(this.#read("memory.events")) ? "memory" : undefined;
  }

  /** Kills what is left in the group, whatever user it has become, and removes the group. Never rejects. */
  async end(): Promise<void> {
    for (let tries = 0; tries < endTries; tries++) {
      try {
        if (/^populated 1/m.test(this.#read("cgroup.events")))
          writeControl(join(this.path, "cgroup.kill"), "1");
        else return this.#folders.remove(this.path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
        // Not all of it has ended yet.
      }
      await delay(endTryMs);
    }
  }

  #read(file: string): string {
    try {
      return readFileSync(join(this.path, file), "utf8");
    } catch {
      return "";
    }
  }
}

/** Writes to a file that the kernel has made, and never makes one. */
export function writeControl(path: string, value: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_TRUNC);
  try {
    writeSync(fd, value);
  } finally {
    closeSync(fd);
  }
}

/** Memory that has gone to the disk would not count. Where there is no swap to count there is no such file. */
function forbidSwap(path: string): void {
  try {
    writeControl(join(path, "memory.swap.max"), "0");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
