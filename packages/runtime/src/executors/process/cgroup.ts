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
import type { BrokenLimit, LaunchLimits } from "../../executor.ts";

/** The reaper is in the group too. The first process of a sandbox counts as the bot's, as where no group limits it. */
const processesAround = 1;
const periodUs = 100_000;
/** The kernel's minimum quota. */
const leastQuotaUs = 1_000;
const endTries = 100;
const endTryMs = 10;

/** Creates and removes groups. In cgroupfs a new folder contains its control files, and is removed with them. */
export interface GroupFolders {
  make(path: string): void;
  remove(path: string): void;
}

export const groupFolders: GroupFolders = { make: (path) => mkdirSync(path), remove: rmdirSync };

/** Returns the values of a group's control files that make the kernel enforce the limits. */
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

  /** @throws {Error} the system error, if the group cannot be created or configured; no group is left */
  static make(path: string, limits: LaunchLimits, folders: GroupFolders): Cgroup {
    try {
      folders.make(path);
    } catch (error) {
      // The group is left over from a platform that was killed before it started this launch.
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

  /** Finds the group that an earlier platform process created, if it still exists. */
  static find(path: string | undefined, folders: GroupFolders): Cgroup | undefined {
    if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    return new Cgroup(path, folders);
  }

  /** Wraps a command in a shell that first moves itself into the group, so that no process runs outside it. */
  enter(argv: readonly string[]): string[] {
    const script = 'echo $$ >"$1" || exit 126; shift; exec "$@"';
    return ["/bin/sh", "-c", script, "sh", join(this.path, "cgroup.procs"), ...argv];
  }

  /** The limit for which the kernel killed the launch, if any. */
  get brokenLimit(): BrokenLimit | undefined {
    if (!/^oom_kill [1-9]/m.test(this.#read("memory.events"))) return undefined;
    // Kernels before 5.19 do not report it.
    const used = Number(this.#read("memory.peak"));
    return { name: "memory", ...(used > 0 && { used }), allowed: Number(this.#read("memory.max")) };
  }

  /** What the processes of the group use; `undefined` if it cannot be read. */
  get usage(): { cpuSeconds: number; memoryBytes: number; processes: number } | undefined {
    const [, microseconds] = /^usage_usec (\d+)/m.exec(this.#read("cpu.stat")) ?? [];
    const [, files = "0"] = /^inactive_file (\d+)/m.exec(this.#read("memory.stat")) ?? [];
    const [memory, processes] = [this.#read("memory.current"), this.#read("pids.current")];
    if (microseconds === undefined || memory === "" || processes === "") return undefined;
    return {
      cpuSeconds: Number(microseconds) / 1e6,
      // The kernel takes back the cache of files before it enforces the limit.
      memoryBytes: Math.max(0, Number(memory) - Number(files)),
      processes: Math.max(0, Number(processes) - processesAround),
    };
  }

  /** Kills all processes left in the group, of any user, and removes the group. Never rejects. */
  async end(): Promise<void> {
    for (let tries = 0; tries < endTries; tries++) {
      try {
        if (/^populated 1/m.test(this.#read("cgroup.events")))
          writeControl(join(this.path, "cgroup.kill"), "1");
        else return this.#folders.remove(this.path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
        // Some processes have not ended yet.
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

/** Writes to an existing control file, and does not create it. */
export function writeControl(path: string, value: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_TRUNC);
  try {
    writeSync(fd, value);
  } finally {
    closeSync(fd);
  }
}

/** Forbids swap, which `memory.max` does not count. The file is missing if swap accounting is not available. */
function forbidSwap(path: string): void {
  try {
    writeControl(join(path, "memory.swap.max"), "0");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
