import { createHash } from "node:crypto";
import { resolve } from "node:path";
import {
  type Cgroup,
  type CgroupPlace,
  type Groups,
  groupFolders,
  ownGroupPrefix,
  removeFolder,
} from "./cgroup.ts";
import { CgroupV1 } from "./cgroup-v1.ts";
import { CgroupV2 } from "./cgroup-v2.ts";
import { type GroupPlaces, thisMachine } from "./group-places.ts";
import { GroupsV1 } from "./groups-v1.ts";
import { GroupsV2 } from "./groups-v2.ts";

/** How long after its start a platform may still be finding the launches of the last one. */
const adoptingMs = 60_000;

/**
 * Finds where the groups of launches can be made: with version 2, or otherwise with version 1.
 * @param dir the executor's folder, after which its group is named, so that each platform of a machine has its own
 * @throws {Error} if there is no such place, with the reason
 */
export function findGroups(dir: string, places: GroupPlaces = thisMachine()): Groups {
  const digest = createHash("sha256").update(resolve(dir)).digest("hex");
  const name = `${ownGroupPrefix}${digest.slice(0, 12)}`;
  try {
    return new GroupsV2(name, places);
  } catch (error) {
    // Where version 1 has the controllers, version 2 has none of them.
    if (!/ - cgroup .*\bmemory\b/.test(places.mounts)) throw error;
    return new GroupsV1(name, places);
  }
}

/** Finds the group of a launch where an earlier platform process recorded it, whatever groups can be made now. */
export function findGroup(place: Partial<CgroupPlace>, groups: Groups | undefined): Cgroup | undefined {
  const folders = groups?.folders ?? groupFolders;
  if ("cgroups" in place && place.cgroups) return CgroupV1.find(place.cgroups, folders);
  if ("cgroup" in place && place.cgroup) return CgroupV2.find(place.cgroup, folders);
  return undefined;
}

/**
 * Removes groups that a killed platform has left, once there has been time to find their launches. The kernel refuses to
 * remove a group with processes.
 */
export function removeUnusedLater(groups: Groups): void {
  const left = groups.list();
  if (left.length === 0) return;
  const remove = () => {
    for (const path of left) {
      try {
        removeFolder(path, groups.folders);
      } catch {
        // It is in use.
      }
    }
  };
  setTimeout(remove, adoptingMs).unref();
}
