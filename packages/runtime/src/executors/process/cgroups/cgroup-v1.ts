import { statSync } from "node:fs";
import { join } from "node:path";
import type { BrokenLimit, LaunchLimits } from "../../../executor.ts";
import {
  type Cgroup,
  type Controller,
  controllers,
  cpuQuotaUs,
  endGroup,
  type GroupFolders,
  makeFolder,
  readControl,
  removeFolder,
  writeControl,
} from "./cgroup.ts";

/**
 * Version 1 counts the buffers of TCP and UDP separately, and only if they have a limit. Beyond it each socket is left a
 * minimum, so that many sockets exceed it: this share of the memory limit only keeps the buffers of one small.
 */
const networkShare = 1 / 4;
/** Less is not added to the other memory. */
const leastNetworkBytes = 1 << 20;

/** The control groups (version 1) of one launch: one for each controller, in its own hierarchy. */
export class CgroupV1 implements Cgroup {
  readonly killsTogether = false;
  readonly #paths: Record<Controller, string>;
  readonly #folders: GroupFolders;

  private constructor(paths: Record<Controller, string>, folders: GroupFolders) {
    this.#paths = paths;
    this.#folders = folders;
  }

  /** @throws {Error} the system error, if a group cannot be created or configured; no group is left */
  static make(
    paths: Record<Controller, string>,
    limits: LaunchLimits,
    folders: GroupFolders,
    makeParent: (controller: Controller) => void,
  ): CgroupV1 {
    const group = new CgroupV1(paths, folders);
    try {
      for (const controller of controllers)
        makeFolder(paths[controller], folders, () => makeParent(controller));
      group.#set(limits);
    } catch (error) {
      group.remove();
      throw error;
    }
    return group;
  }

  static find(paths: Record<Controller, string>, folders: GroupFolders): CgroupV1 | undefined {
    const exists = statSync(paths.memory, { throwIfNoEntry: false })?.isDirectory();
    return exists ? new CgroupV1(paths, folders) : undefined;
  }

  get place() {
    return { cgroups: this.#paths };
  }

  /** Of single threads, which the kernel moves without waiting for all processors. The writing one is the only one. */
  get entries() {
    return controllers.map((controller) => join(this.#paths[controller], "tasks"));
  }

  get brokenLimit(): BrokenLimit | undefined {
    const allowed = () => Number(this.#memory("memory.limit_in_bytes"));
    if (/^oom_kill [1-9]/m.test(this.#memory("memory.oom_control")))
      return { name: "memory", used: Number(this.#memory("memory.max_usage_in_bytes")), allowed: allowed() };
    if (this.#networkBytes < leastNetworkBytes) return undefined;
    const used = this.#networkBytes + this.#unreclaimable;
    return used > allowed() ? { name: "memory", used, allowed: allowed() } : undefined;
  }

  get #networkBytes(): number {
    return Number(this.#memory("memory.kmem.tcp.usage_in_bytes"));
  }

  /** Memory that is not a cache of files on a disk. */
  get #unreclaimable(): number {
    const stat = this.#memory("memory.stat");
    const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(stat)?.[1] ?? 0);
    return Number(this.#memory("memory.usage_in_bytes")) - read("total_cache") + read("total_shmem");
  }

  #memory(file: string): string {
    return readControl(this.#paths.memory, file);
  }

  get usage(): { memoryBytes: number; processes: number } | undefined {
    const [, files = "0"] = /^total_inactive_file (\d+)/m.exec(this.#memory("memory.stat")) ?? [];
    const used = this.#memory("memory.usage_in_bytes");
    const processes = readControl(this.#paths.pids, "pids.current");
    if (used === "" || processes === "") return undefined;
    return {
      // The kernel takes back the cache of files before it enforces the limit.
      memoryBytes: Math.max(0, Number(used) - Number(files)) + this.#networkBytes,
      processes: Number(processes),
    };
  }

  end(): Promise<void> {
    return endGroup(() => {
      this.#killAll();
      return this.remove();
    });
  }

  /** Version 1 cannot kill a group at once. Without permission to fork, no process escapes. */
  #killAll(): void {
    const folders = Object.values(this.#paths);
    const pids = new Set(folders.flatMap((folder) => readControl(folder, "cgroup.procs").split("\n")));
    if (![...pids].some((pid) => Number(pid) > 1)) return;
    try {
      writeControl(join(this.#paths.pids, "pids.max"), "0");
    } catch {
      // It is tried again.
    }
    for (const pid of pids) {
      try {
        // Zero stands for a process of another namespace.
        if (Number(pid) > 1) process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  }

  /** Removes the groups if they are empty. Returns false if some processes have not ended yet. */
  remove(): boolean {
    let isRemoved = true;
    for (const controller of controllers) {
      try {
        removeFolder(this.#paths[controller], this.#folders);
      } catch {
        isRemoved = false;
      }
    }
    return isRemoved;
  }

  #set(limits: LaunchLimits): void {
    const write = (controller: Controller, file: string, value: number) =>
      writeControl(join(this.#paths[controller], file), `${value}`);
    write("pids", "pids.max", limits.processes);
    write("memory", "memory.limit_in_bytes", limits.memoryBytes);
    // Memory and swap together: no swap. Without accounting of swap, the kernel at least prefers not to use it.
    if (!ifThere(() => write("memory", "memory.memsw.limit_in_bytes", limits.memoryBytes)))
      ifThere(() => write("memory", "memory.swappiness", 0));
    ifThere(() =>
      write("memory", "memory.kmem.tcp.limit_in_bytes", Math.round(limits.memoryBytes * networkShare)),
    );
    // Of the period that new groups have, cpuPeriodUs.
    try {
      write("cpu", "cpu.cfs_quota_us", cpuQuotaUs(limits.cpus));
    } catch (error) {
      // The group around it has a lower quota, which applies.
      if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
    }
  }
}

/** Does something with a control file that not every kernel has. Returns false if it is missing. */
function ifThere(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}
