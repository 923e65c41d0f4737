import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchRecord } from "../../../executor.ts";
import { type LaunchPaths, readStatus } from "../launch-dir.ts";
import { type Identity, identityOf } from "./identity.ts";
import { launchVariable } from "./mark.ts";
import { hasEnvironment, listProcesses, type ProcessEntry } from "./process-entry.ts";

/** How long a new launch may still be a forked copy of the platform that has not executed the reaper. */
const startingMs = 1_000;
const lookAgainMs = 20;

/**
 * Finds the reaper of a launch if the platform was killed before it recorded the reaper. Waits while the launch is less
 * than a second old, because its process may still be starting.
 */
export async function findReaper(record: LaunchRecord, paths: LaunchPaths): Promise<Identity | undefined> {
  const { mtimeMs } = statSync(paths.status);
  for (let waited = 0; ; waited += lookAgainMs) {
    const { childPid, exitCode } = readStatus(paths.status);
    if (exitCode !== undefined) return undefined;
    const marked = markedProcesses(record.id);
    const isYoung = waited < startingMs && Date.now() - mtimeMs < startingMs;
    const reaper = childPid === undefined ? undefined : reaperOf(childPid, record.isolation, marked);
    if (reaper) return identityOf(reaper);
    if (!isYoung) {
      // Without a recorded pid, the reaper is the marked process whose parent is not marked.
      const first = childPid === undefined && [...marked.values()].find(({ ppid }) => !marked.has(ppid));
      return first ? identityOf(first) : undefined;
    }
    await delay(lookAgainMs);
  }
}

/** Returns the processes whose environment marks them as part of this launch, by pid. */
export function markedProcesses(launchId: string): Map<number, ProcessEntry> {
  const mark = `${launchVariable}=${launchId}`;
  const marked = listProcesses().filter((entry) => !entry.ended && hasEnvironment(entry.pid, mark));
  return new Map(marked.map((entry) => [entry.pid, entry]));
}

/** Bubblewrap records the pid of the first process inside, which is its child; the shell reaper records its own pid. */
function reaperOf(
  childPid: number,
  isolation: string,
  marked: ReadonlyMap<number, ProcessEntry>,
): ProcessEntry | undefined {
  const recorded = marked.get(childPid);
  return isolation === "bubblewrap" ? recorded && marked.get(recorded.ppid) : recorded;
}
