import { accessSync, constants, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LaunchLimits } from "../../executor.ts";
import { Cgroup, type GroupFolders, groupFolders, groupSettings, writeControl } from "./cgroup.ts";

/**
 * Name of the platform's own subgroup of the delegated group. The name shows that the parent group is delegated to the
 * platform. Write access alone does not show it, because root can write to every group.
 */
const ownSubgroup = "platform";

const neededControllers = ["cpu", "memory", "pids"];

/** Control files that a launch's group must have besides those that set its limits. */
const writtenFiles = ["cgroup.procs", "cgroup.kill"];
const readFiles = ["cgroup.events", "memory.events"];

/** Location of this machine's control groups. */
export interface GroupPlaces {
  /** Text of `/proc/self/mountinfo`. */
  mounts: string;
  /** Text of `/proc/self/cgroup`. */
  own: string;
  folders: GroupFolders;
}

/** The control group (version 2) that is delegated to the platform. */
export class Delegation {
  readonly #path: string;
  readonly folders: GroupFolders;

  /** @throws {Error} if no group is delegated, with the reason; nothing is left behind */
  constructor(places: GroupPlaces = thisMachine()) {
    this.#path = delegatedFolder(places);
    this.folders = places.folders;
    enableControllers(this.#path);
    this.#try();
  }

  /** @throws {Error} the system error, if the group cannot be created or configured */
  make(launchId: string, limits: LaunchLimits): Cgroup {
    return Cgroup.make(this.pathOf(launchId), limits, this.folders);
  }

  /** Returns the path of a launch's group, whether it exists or not. */
  pathOf(launchId: string): string {
    return join(this.#path, `launch-${launchId}`);
  }

  /** Creates a trial group and checks that its limits are kept as written. */
  #try(): void {
    const limits: LaunchLimits = { memoryBytes: 1 << 30, processes: 32, cpus: 0.5, openFiles: 64 };
    const group = this.make(`trial-${process.pid}`, limits);
    try {
      for (const file of writtenFiles) accessSync(join(group.path, file), constants.W_OK);
      for (const file of readFiles) accessSync(join(group.path, file), constants.R_OK);
      for (const [file, value] of Object.entries(groupSettings(limits))) {
        const kept = readFileSync(join(group.path, file), "utf8").trim();
        if (kept !== value) throw new Error(`${file} was set to ${value}, but its value is ${kept}.`);
      }
    } finally {
      this.folders.remove(group.path);
    }
  }
}

function thisMachine(): GroupPlaces {
  const read = (path: string) => readFileSync(path, "utf8");
  return { mounts: read("/proc/self/mountinfo"), own: read("/proc/self/cgroup"), folders: groupFolders };
}

function delegatedFolder({ mounts, own }: GroupPlaces): string {
  const path = own.match(/^0::(\/.*)$/m)?.[1];
  const folder = path === undefined ? undefined : folderOf(path, mounts);
  if (path === undefined || folder === undefined) throw new Error("no cgroup v2 is mounted.");
  if (basename(path) !== ownSubgroup) {
    throw new Error(
      `the platform's cgroup is ${path}, not the subgroup "${ownSubgroup}" of a delegated cgroup.`,
    );
  }
  return dirname(folder);
}

/** Returns the path of a group in the file system; a mount may show only some groups, or none. */
function folderOf(path: string, mounts: string): string | undefined {
  for (const line of mounts.split("\n")) {
    const [, , , root = "", point = "", ...rest] = line.split(" ");
    if (rest[rest.indexOf("-") + 1] !== "cgroup2") continue;
    const top = plain(root).replace(/\/$/, "");
    if (path.startsWith(`${top}/`)) return join(plain(point), path.slice(top.length));
  }
  return undefined;
}

/** Decodes the octal escapes of `mountinfo`. */
const plain = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));

/** Enables the controllers for subgroups. The kernel requires that the group itself contains no process. */
function enableControllers(path: string): void {
  accessSync(path, constants.W_OK);
  const words = (file: string) => readFileSync(join(path, file), "utf8").split(/\s+/).filter(Boolean);
  const missing = neededControllers.filter((name) => !words("cgroup.controllers").includes(name));
  if (missing.length > 0) throw new Error(`the cgroup ${path} lacks the controllers ${missing.join(", ")}.`);
  if (words("cgroup.procs").length > 0)
    throw new Error(`the cgroup ${path} contains processes outside its subgroups.`);
  accessSync(join(path, "cgroup.procs"), constants.W_OK);
  const off = neededControllers.filter((name) => !words("cgroup.subtree_control").includes(name));
  if (off.length > 0)
    writeControl(join(path, "cgroup.subtree_control"), off.map((name) => `+${name}`).join(" "));
}
