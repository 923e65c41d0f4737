import { statSync } from "node:fs";
import { join } from "node:path";
import type { BrokenLimit, LaunchLimits } from "../../../executor.ts";
import {
  type Cgroup,
  cpuPeriodUs,
  cpuQuotaUs,
  endGroup,
  type GroupFolders,
  makeFolder,
  readControl,
  removeFolder,
  writeControl,
} from "./cgroup.ts";

/** Returns the values of a group's control files that make the kernel enforce the limits. */
export function groupSettings(limits: LaunchLimits): Record<string, string> {
  return {
    "cpu.max": `${cpuQuotaUs(limits.cpus)} ${cpuPeriodUs}`,
    "memory.max": `${limits.memoryBytes}`,
    "memory.oom.group": "1",
    "pids.max": `${limits.processes}`,
  };
}

/** The control group (version 2) of one launch. */
export class CgroupV2 implements Cgroup {
  readonly path: string;
  readonly killsTogether = true;
  readonly #folders: GroupFolders;

  private constructor(path: string, folders: GroupFolders) {
    this.path = path;
    this.#folders = folders;
  }

  /** @throws {Error} the system error, if the group cannot be created or configured; no group is left */
  static make(path: string, limits: LaunchLimits, folders: GroupFolders, makeParent: () => void): CgroupV2 {
    makeFolder(path, folders, makeParent);
    try {
      for (const [file, value] of Object.entries(groupSettings(limits)))
        writeControl(join(path, file), value);
      forbidSwap(path);
    } catch (error) {
      removeFolder(path, folders);
      throw error;
    }
    return new CgroupV2(path, folders);
  }

  /** Finds the group that an earlier platform process created, if it still exists. */
  static find(path: string, folders: GroupFolders): CgroupV2 | undefined {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? new CgroupV2(path, folders) : undefined;
  }

  get place() {
    return { cgroup: this.path };
  }

  get entries() {
    return [join(this.path, "cgroup.procs")];
  }

  get brokenLimit(): BrokenLimit | undefined {
    if (!/^oom_kill [1-9]/m.test(this.#read("memory.events"))) return undefined;
    // Kernels before 5.19 do not report it.
    const used = Number(this.#read("memory.peak"));
    return { name: "memory", ...(used > 0 && { used }), allowed: Number(this.#read("memory.max")) };
  }

  get usage(): { cpuSeconds: number; memoryBytes: number; processes: number } | undefined {
    const [, microseconds] = /^usage_usec (\d+)/m.exec(this.#read("cpu.stat")) ?? [];
    const [, files = "0"] = /^inactive_file (\d+)/m.exec(this.#read("memory.stat")) ?? [];
    const [memory, processes] = [this.#read("memory.current"), this.#read("pids.current")];
    if (microseconds === undefined || memory === "" || processes === "") return undefined;
    return {
      cpuSeconds: Number(microseconds) / 1e6,
      // The kernel takes back the cache of files before it enforces the limit.
      memoryBytes: Math.max(0, Number(memory) - Number(files)),
      processes: Number(processes),
    };
  }

  end(): Promise<void> {
    return endGroup(() => {
      if (!/^populated 1/m.test(this.#read("cgroup.events"))) return this.remove();
      try {
        writeControl(join(this.path, "cgroup.kill"), "1");
      } catch {
        // It is tried again.
      }
      return false;
    });
  }

  /** Removes the group if it is empty. Returns false if some processes have not ended yet. */
  remove(): boolean {
    try {
      removeFolder(this.path, this.#folders);
      return true;
    } catch {
      return false;
    }
  }

  #read(file: string): string {
    return readControl(this.path, file);
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
