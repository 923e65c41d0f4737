import { spawnSync } from "node:child_process";
import { closeSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Cgroup, type GroupFolders, groupFolders, groupOfLaunch, openControl } from "./cgroup.ts";

/** Location of this machine's control groups. */
export interface GroupPlaces {
  /** Text of `/proc/self/mountinfo`. */
  mounts: string;
  /** Text of `/proc/self/cgroup`. */
  own: string;
  folders: GroupFolders;
}

export function thisMachine(): GroupPlaces {
  const read = (path: string) => readFileSync(path, "utf8");
  return { mounts: read("/proc/self/mountinfo"), own: read("/proc/self/cgroup"), folders: groupFolders };
}

/**
 * Returns the path of a group in the file system; a mount may show only some groups, or none.
 * @param controller of version 1, which has a mount for each
 */
export function folderOf(
  path: string,
  mounts: string,
  type: "cgroup" | "cgroup2",
  controller?: string,
): string | undefined {
  for (const line of mounts.split("\n")) {
    const [, , , root = "", point = "", ...rest] = line.split(" ");
    const [mounted, , options = ""] = rest.slice(rest.indexOf("-") + 1);
    if (mounted !== type || (controller && !options.split(",").includes(controller))) continue;
    const top = plain(root).replace(/\/$/, "");
    if (`${path}/`.startsWith(`${top}/`)) return join(plain(point), path.slice(top.length));
  }
  return undefined;
}

/** Decodes the octal escapes of `mountinfo`. */
const plain = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));

/** Returns the folders of the groups of launches in a group. */
export function launchFolders(path: string): string[] {
  try {
    const names = readdirSync(path).filter((name) => name.startsWith(groupOfLaunch("")));
    return names.map((name) => join(path, name));
  } catch {
    return [];
  }
}

/** Removes a group that a process has just left, which can take the kernel a moment. */
export function removeTrial(group: { remove(): boolean }): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100 && !group.remove(); tries++) Atomics.wait(clock, 0, 0, 1);
}

/**
 * Moves a process into a group, as each launch does.
 * @throws {Error} with what it printed, if it is not permitted
 */
export function tryToEnter({ entries }: Cgroup): void {
  const opened: number[] = [];
  try {
    for (const path of entries) opened.push(openControl(path));
    const script = opened.map((_, index) => `echo 0 >&${3 + index}`).join(" && ");
    const { status, stderr, error } = spawnSync("/bin/sh", ["-c", script], {
      encoding: "utf8",
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe", ...opened],
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`a process could not move itself into a group: ${stderr.trim()}.`);
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}
