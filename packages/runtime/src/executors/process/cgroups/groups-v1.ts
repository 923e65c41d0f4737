import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LaunchLimits } from "../../../executor.ts";
import {
  type Cgroup,
  type Controller,
  controllers,
  type GroupFolders,
  type Groups,
  groupOfLaunch,
  readControl,
  trialLimits,
} from "./cgroup.ts";
import { CgroupV1 } from "./cgroup-v1.ts";
import { folderOf, type GroupPlaces, launchFolders, removeTrial, tryToEnter } from "./group-places.ts";

/** Groups (version 1) below the platform's own groups, whose limits continue to apply. */
export class GroupsV1 implements Groups {
  readonly #paths: Record<Controller, string>;
  readonly entries = controllers.length;
  readonly folders: GroupFolders;

  /**
   * @param name of the executor's group in each hierarchy
   * @throws {Error} if no group can be made, with the reason; nothing is left behind
   */
  constructor(name: string, places: GroupPlaces) {
    const within = (controller: Controller) => join(ownFolder(controller, places), name);
    this.#paths = { cpu: within("cpu"), memory: within("memory"), pids: within("pids") };
    this.folders = places.folders;
    this.#try();
  }

  make(launchId: string, limits: LaunchLimits): Cgroup {
    return this.#make(launchId, limits);
  }

  find(launchId: string): Cgroup | undefined {
    return CgroupV1.find(this.#pathsOf(launchId), this.folders);
  }

  list(): string[] {
    return controllers.flatMap((controller) => launchFolders(this.#paths[controller]));
  }

  #make(launchId: string, limits: LaunchLimits): CgroupV1 {
    return CgroupV1.make(this.#pathsOf(launchId), limits, this.folders, (controller) =>
      this.folders.make(this.#paths[controller]),
    );
  }

  #pathsOf(launchId: string): Record<Controller, string> {
    const of = (controller: Controller) => join(this.#paths[controller], groupOfLaunch(launchId));
    return { cpu: of("cpu"), memory: of("memory"), pids: of("pids") };
  }

  #try(): void {
    const id = `trial-${process.pid}`;
    const group = this.#make(id, trialLimits);
    try {
      const { memory } = this.#pathsOf(id);
      if (!/^oom_kill \d/m.test(readControl(memory, "memory.oom_control")))
        throw new Error(
          "the kernel does not report which groups exceeded their memory (Linux 4.13 or newer does).",
        );
      tryToEnter(group);
    } finally {
      removeTrial(group);
    }
  }
}

function ownFolder(controller: Controller, { mounts, own }: GroupPlaces): string {
  for (const line of own.split("\n")) {
    const [, names = "", ...path] = line.split(":");
    if (!names.split(",").includes(controller)) continue;
    const folder = folderOf(path.join(":"), mounts, "cgroup", controller);
    if (folder !== undefined && existsSync(folder)) return folder;
  }
  throw new Error(`no cgroup v1 with the controller ${controller} is mounted.`);
}
