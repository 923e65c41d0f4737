import { LaunchError, type LaunchSpec } from "../../../executor.ts";
import { type Cgroup, countedOutside, type Groups } from "./cgroup.ts";

/** Returns the groups of this machine, or why bots have none. */
export function groupsOr(find: () => Groups): { groups?: Groups; obstacle?: string } {
  try {
    return { groups: find() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      obstacle: `The memory of bots is watched and not bounded, as are their processes and CPU time, because the platform cannot make cgroups: ${why.replace(/\.$/, "")}.`,
    };
  }
}

/**
 * Makes the group of a launch, with its limits.
 * @throws {LaunchError} `spawn_failed`
 */
export function makeGroup(groups: Groups, { id, limits }: LaunchSpec, isolation: string): Cgroup {
  try {
    return groups.make(id, { ...limits, processes: limits.processes - countedOutside(isolation) });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new LaunchError("spawn_failed", `The limits of the process could not be set: ${detail}.`, {
      cause: error,
    });
  }
}
