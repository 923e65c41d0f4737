import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LaunchLimits } from "../../../executor.ts";
import {
  type Cgroup,
  controllers,
  type GroupFolders,
  type Groups,
  groupOfLaunch,
  readControl,
  trialLimits,
  writeControl,
} from "./cgroup.ts";
import { CgroupV2, groupSettings } from "./cgroup-v2.ts";
import { folderOf, type GroupPlaces, launchFolders, removeTrial, tryToEnter } from "./group-places.ts";

/** Name of the platform's own subgroup of a group that is delegated to it alone. */
const ownSubgroup = "platform";

/** Control files that a launch's group must have besides those that set its limits. */
const writtenFiles = ["cgroup.procs", "cgroup.kill"];
const readFiles = ["cgroup.events", "memory.events"];

/** Groups (version 2) in a group that is delegated to the platform, or in one that it makes for itself. */
export class GroupsV2 implements Groups {
  readonly #path: string;
  readonly entries = 1;
  readonly folders: GroupFolders;

  /**
   * @param name of the executor's group
   * @throws {Error} if no group can be made, with the reason; nothing is left behind
   */
  constructor(name: string, places: GroupPlaces) {
    this.folders = places.folders;
    const parent = findParent(places);
    enableControllers(parent);
    this.#path = join(parent, name);
    this.#try();
  }

  make(launchId: string, limits: LaunchLimits): Cgroup {
    return this.#make(launchId, limits);
  }

  find(launchId: string): Cgroup | undefined {
    return CgroupV2.find(this.#pathOf(launchId), this.folders);
  }

  list(): string[] {
    return launchFolders(this.#path);
  }

  #pathOf(launchId: string): string {
    return join(this.#path, groupOfLaunch(launchId));
  }

  #make(launchId: string, limits: LaunchLimits): CgroupV2 {
    return CgroupV2.make(this.#pathOf(launchId), limits, this.folders, () => {
      this.folders.make(this.#path);
      enableControllers(this.#path);
    });
  }

  /** Creates a trial group, checks that its limits are kept as written, and that a process can be moved into it. */
  #try(): void {
    const group = this.#make(`trial-${process.pid}`, trialLimits);
    try {
      for (const file of writtenFiles) accessSync(join(group.path, file), constants.W_OK);
      for (const file of readFiles) accessSync(join(group.path, file), constants.R_OK);
      for (const [file, value] of Object.entries(groupSettings(trialLimits))) {
        const kept = readFileSync(join(group.path, file), "utf8").trim();
        if (kept !== value) throw new Error(`${file} was set to ${value}, but its value is ${kept}.`);
      }
      tryToEnter(group);
    } finally {
      removeTrial(group);
    }
  }
}

/**
 * Finds the group in which the platform may make others. The kernel requires that it contains no process, unless it is
 * the root of all groups.
 */
function findParent({ mounts, own, folders }: GroupPlaces): string {
  const path = own.match(/^0::(\/.*)$/m)?.[1];
  const folder = path === undefined ? undefined : folderOf(path, mounts, "cgroup2");
  if (path === undefined || folder === undefined) throw new Error("no cgroup v2 is mounted.");
  if (basename(path) === ownSubgroup) return dirname(folder);
  if (isRoot(folder)) return folder;
  if (path === "/") {
    // A container: all that is in its group belongs to it.
    checkControllers(folder);
    moveProcesses(folder, join(folder, ownSubgroup), folders);
    return folder;
  }
  if (!existsSync(join(dirname(folder), "cgroup.procs")))
    throw new Error(`the group above the platform's cgroup ${path} is not visible.`);
  const limited = ["memory.max", "memory.high", "cpu.max"].filter(
    (file) => !/^(max|$)/.test(readControl(folder, file)),
  );
  if (limited.length > 0) {
    const files = limited.join(", ");
    throw new Error(
      `the platform's cgroup ${path} has limits of its own (${files}), and delegates no subgroup.`,
    );
  }
  return dirname(folder);
}

/** The root of all groups has no limits and no type, unlike the root of a namespace. */
const isRoot = (folder: string) => !existsSync(join(folder, "cgroup.type"));

function moveProcesses(from: string, to: string, folders: GroupFolders): void {
  accessSync(join(from, "cgroup.subtree_control"), constants.W_OK);
  if (!existsSync(to)) folders.make(to);
  for (const pid of readControl(from, "cgroup.procs").split("\n").filter(Boolean)) {
    try {
      writeControl(join(to, "cgroup.procs"), pid);
    } catch {
      // It has ended, or is one of another namespace: then controllers cannot be enabled.
    }
  }
}

/** Enables the controllers for subgroups. */
function enableControllers(path: string): void {
  checkControllers(path);
  if (!isRoot(path) && wordsOf(path, "cgroup.procs").length > 0)
    throw new Error(`the cgroup ${path} contains processes outside its subgroups.`);
  accessSync(join(path, "cgroup.procs"), constants.W_OK);
  const enabled = wordsOf(path, "cgroup.subtree_control");
  const off = controllers.filter((name) => !enabled.includes(name));
  if (off.length > 0)
    writeControl(join(path, "cgroup.subtree_control"), off.map((name) => `+${name}`).join(" "));
}

function checkControllers(path: string): void {
  accessSync(path, constants.W_OK);
  const available = wordsOf(path, "cgroup.controllers");
  const lacking = controllers.filter((name) => !available.includes(name));
  if (lacking.length > 0) throw new Error(`the cgroup ${path} lacks the controllers ${lacking.join(", ")}.`);
}

const wordsOf = (path: string, file: string) =>
  readFileSync(join(path, file), "utf8").split(/\s+/).filter(Boolean);
