import { setImmediate as nextTurn } from "node:timers/promises";
import type { LaunchMark } from "../../../executor.ts";
import { folderVariable, launchVariable } from "./mark.ts";
import { listPids, type ProcessEntry, readPids, readProcess, readVariables } from "./process-entry.ts";

/** The processes of a launch that have its mark; at least one. */
export interface Marked {
  mark: LaunchMark;
  processes: ProcessEntry[];
}

/** How long the search may take before the event loop gets a turn. */
const turnMs = 5;

const variables = [launchVariable, "BOT_ID", folderVariable];

/** Finds the processes of this machine that have the mark of a launch, by launch. */
export async function findMarked(belongs: (mark: LaunchMark) => boolean): Promise<Marked[]> {
  const found = new Map<string, Marked>();
  for (const [pid, mark] of await freshMarks()) {
    if (!belongs(mark)) continue;
    const entry = readProcess(pid);
    const key = keyOf(mark);
    // Another process may have its pid by now.
    if (!entry || entry.ended || keyOf(markOf(pid)) !== key) continue;
    const same = found.get(key);
    if (same) same.processes.push(entry);
    else found.set(key, { mark, processes: [entry] });
  }
  return [...found.values()];
}

const keyOf = (mark: LaunchMark | undefined) => `${mark?.launchId} ${mark?.dataFolder}`;

type Marks = Map<number, LaunchMark>;
let reading: Promise<unknown> = Promise.resolve();
let next: Promise<Marks> | undefined;

/** Returns the marks of all processes, read after this call. Calls during a reading share the next one. */
function freshMarks(): Promise<Marks> {
  next ??= reading.then(() => {
    next = undefined;
    const marks = readMarks();
    reading = marks.catch(() => undefined);
    return marks;
  });
  return next;
}

async function readMarks(): Promise<Marks> {
  const marks: Marks = new Map();
  let since = performance.now();
  for (const pid of listPids()) {
    if (performance.now() - since > turnMs) {
      await nextTurn();
      since = performance.now();
    }
    const mark = pid === process.pid ? undefined : firstMarkOf(pid);
    if (mark) marks.set(pid, mark);
  }
  return marks;
}

/** In a sandbox only the first process has the mark of the platform; others could imitate one. */
function firstMarkOf(pid: number): LaunchMark | undefined {
  const [, ...inner] = readPids(pid);
  return inner.length > 0 && inner.at(-1) !== 1 ? undefined : markOf(pid);
}

/** Returns the mark with which a process was started. */
export function markOf(pid: number): LaunchMark | undefined {
  const [launchId, botId = "", dataFolder] = readVariables(pid, variables);
  if (!launchId) return undefined;
  return { launchId, botId, ...(dataFolder !== undefined && { dataFolder }) };
}
