import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchRecord } from "../../executor.ts";
import { launchVariable } from "./environment.ts";
import { type Identity, identityOf } from "./identity.ts";
import { type LaunchPaths, readStatus } from "./launch-dir.ts";
import { hasEnvironment, listProcesses, type ProcessEntry } from "./process-entry.ts";

/** For so long a launch may be a copy of the platform's process that has not become the reaper yet. */
const startingMs = 1_000;
const lookAgainMs = 20;

/**
 * The reaper of a platform that died before it could write down whom it had just started. A launch that is only a moment
 * old is given that moment: what looks as if it had never been started may be about to.
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
      // It never told a pid: then it is the one among the marked that no marked process has started.
      const first = childPid === undefined && [...marked.values()].find(({ ppid }) => !marked.has(ppid));
      return first ? identityOf(first) : undefined;
    }
    await delay(lookAgainMs);
  }
}

/** Every process that carries the mark of this launch. */
export function markedProcesses(launchId: string): Map<number, ProcessEntry> {
  const mark = `${launchVariable}=${launchId}`;
  const marked = listProcesses().filter((entry) => !entry.ended && hasEnvironment(entry.pid, mark));
  return new Map(marked.map((entry) => [entry.pid, entry]));
}

/** Bubblewrap tells the pid of the first process inside, whose parent it is; a shell tells its own. */
function reaperOf(
  childPid: number,
  isolation: string,
  marked: ReadonlyMap<number, ProcessEntry>,
): ProcessEntry | undefined {
  const told = marked.get(childPid);
  return isolation === "bubblewrap" ? told && marked.get(told.ppid) : told;
}
