import { accessSync, constants, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LaunchLimits } from "../../executor.ts";
import { Cgroup, type GroupFolders, groupFolders, groupSettings, writeControl } from "./cgroup.ts";

/**
 * The platform's own subgroup in what has been delegated to it. The name is how an operator says that the group above is
 * ours: that a group can be written does not, for root can write every one.
 */
const ownSubgroup = "platform";

const neededControllers = ["cpu", "memory", "pids"];

/** What a launch's group must have beside the files that set its limits. */
const writtenFiles = ["cgroup.procs", "cgroup.kill"];
const readFiles = ["cgroup.events", "memory.events"];

/** Where this machine's control groups are. */
export interface GroupPlaces {
  /** Text of `/proc/self/mountinfo`. */
  mounts: string;
  /** Text of `/proc/self/cgroup`. */
  own: string;
  folders: GroupFolders;
}

/** The control group (version 2) that an operator has delegated to this platform. */
export class Delegation {
  readonly #path: string;
  readonly folders: GroupFolders;

  /** @throws Error that says what is missing; nothing is left behind. */
  constructor(places: GroupPlaces = thisMachine()) {
    this.#path = delegatedFolder(places);
    this.folders = places.folders;
    enableControllers(this.#path);
    this.#try();
  }

  /** @throws Error when the kernel does not make or set up the group. */
  make(launchId: string, limits: LaunchLimits): Cgroup {
    return Cgroup.make(this.pathOf(launchId), limits, this.folders);
  }

  /** Where the group of a launch is, if there is one. */
  pathOf(launchId: string): string {
    return join(this.#path, `launch-${launchId}`);
  }

  /** Whether a group keeps what it is told: no limit is left to a file that takes everything. */
  #try(): void {
    const limits: LaunchLimits = { memoryBytes: 1 << 30, processes: 32, cpus: 0.5, openFiles: 64 };
    const group = this.make(`trial-${process.pid}`, limits);
    try {
      for (const file of writtenFiles) accessSync(join(group.path, file), constants.W_OK);
      for (const file of readFiles) accessSync(join(group.path, file), constants.R_OK);
      for (const [file, value] of Object.entries(groupSettings(limits))) {
        const kept = readFileSync(join(group.path, file), "utf8").trim();
        if (kept !== value) throw new Error(`${file} was set to ${value} and says ${kept}.`);
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
      `the platform's own cgroup is ${path}, and not the subgroup "${ownSubgroup}" of a delegated one.`,
    );
  }
  return dirname(folder);
}

/** Where a group is found in the file system: mounts may show a part of all groups, or none. */
function folderOf(path: string, mounts: string): string | undefined {
  for (const line of mounts.split("\n")) {
    const [, , , root = "", point = "", ...rest] = line.split(" ");
    if (rest[rest.indexOf("-") + 1] !== "cgroup2") continue;
    const top = plain(root).replace(/\/$/, "");
    if (path.startsWith(`${top}/`)) return join(plain(point), path.slice(top.length));
  }
  return undefined;
}

/** As `mountinfo` writes blanks and the like. */
const plain = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));

/** Has the groups below get limits of their own. The kernel does so only where no process is in the group itself. */
function enableControllers(path: string): void {
  accessSync(path, constants.W_OK);
  const words = (file: string) => readFileSync(join(path, file), "utf8").split(/\s+/).filter(Boolean);
  const missing = neededControllers.filter((name) => !words("cgroup.controllers").includes(name));
  if (missing.length > 0) throw new Error(`the cgroup ${path} has no controller ${missing.join(", ")}.`);
  if (words("cgroup.procs").length > 0)
    throw new Error(`the cgroup ${path} has processes of its own beside its subgroups.`);
  accessSync(join(path, "cgroup.procs"), constants.W_OK);
  const off = neededControllers.filter((name) => !words("cgroup.subtree_control").includes(name));
  if (off.length > 0)
    writeControl(join(path, "cgroup.subtree_control"), off.map((name) => `+${name}`).join(" "));
}
