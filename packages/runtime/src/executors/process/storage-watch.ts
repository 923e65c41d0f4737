import { setTimeout as delay } from "node:timers/promises";
import { folderBytes, leastBytes } from "../../folder-bytes.ts";
import { readProcess } from "./process-entry.ts";
import type { ProcessLaunch } from "./process-launch.ts";
import { recentTable } from "./process-table.ts";
import { publicBytes, publicFilesOf } from "./public-files.ts";
import { systemVBytes } from "./system-v.ts";
import { unlinkedBytes } from "./unlinked-files.ts";

/** The fastest that a bot is assumed to write, in bytes a millisecond. The nearer it is to its limit, the sooner it is measured. */
const fastest = 500_000;
const firstMs = 250;
const shortestMs = 100;
const longestMs = 5_000;
/** Approximate share of a core that measuring may use, unless it takes very long. */
const share = 1 / 50;
const longestRestMs = 15_000;
/** An adopted launch may have written output that nobody read meanwhile; the platform first reads or drops it. */
const adoptedMs = 60_000;

export interface Storage {
  /** Folders whose files count. */
  folders: readonly string[];
  /** The launch's user outside of a sandbox, whose files in public folders count too. */
  user: number | undefined;
  /** The most that they may use together, in bytes. */
  allowed: number;
  isAdopted: boolean;
}

/** One after the other, so that measuring many bots does not use up the threads for files. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Measures what a launch stores until it ends: on the disk, and in memory without mapping it. Kills it if it exceeds its
 * limit on the disk.
 */
export async function watchStorage(launch: ProcessLaunch, storage: Storage): Promise<void> {
  let isOver = false;
  const over = launch.ended.then(() => {
    isOver = true;
  });
  let wait = storage.isAdopted ? adoptedMs : firstMs;
  // Also launches that end at once: what they leave in the state is measured at the next start.
  if (!storage.isAdopted) void checkBefore(launch, storage).catch(() => {});
  while (!isOver) {
    const timer = new AbortController();
    await Promise.race([over, delay(wait, undefined, { ref: false, signal: timer.signal }).catch(() => {})]);
    timer.abort();
    if (isOver) break;
    const measuring = turn.then(() => measure(launch, storage));
    turn = measuring.catch(() => {});
    // A file of the bot can vanish or become unreadable at any time: measured again.
    wait = await measuring.catch(() => longestMs);
  }
  // What it has written since then, also if it was over at once.
  const last = turn.then(() => usedBy(storage.folders.slice(1), storage.allowed));
  turn = last.catch(() => {});
  await last.then((bytes) => launch.stored({ bytes, isLast: true })).catch(() => {});
}

/** Kills a launch that cannot do better: what earlier launches have left exceeds the limit. */
async function checkBefore(launch: ProcessLaunch, { folders, allowed }: Storage): Promise<void> {
  const used = await usedBy(folders, allowed);
  launch.stored({ bytes: used, isLast: false });
  if (used > allowed) await launch.breakOff({ name: "disk", used, allowed });
}

/** Measures once. Returns the milliseconds until the next time. */
async function measure(launch: ProcessLaunch, { folders, user, allowed }: Storage): Promise<number> {
  // Its time does not count here: others fill these folders.
  const publicFiles = user === undefined ? [] : await publicFilesOf(user);
  const began = performance.now();
  const pids = launch.members
    .seen(recentTable())
    .filter(({ pid, startTime }) => readProcess(pid)?.startTime === startTime)
    .map(({ pid }) => pid);
  const unlinked = await unlinkedBytes(pids, folders[0]!);
  const open = await publicBytes(user ?? -1, publicFiles, entriesIn(allowed));
  launch.heldBytes = unlinked.memory + open.memory + (user === undefined ? 0 : systemVBytes(user));
  const used = unlinked.disk + open.disk + (await usedBy(folders, allowed));
  launch.stored({ bytes: used, isLast: false });
  if (used > allowed) void launch.breakOff({ name: "disk", used, allowed });
  const now = performance.now();
  const untilFull = Math.max(0, allowed - used) / fastest;
  const rest = Math.min(longestRestMs, (now - began) / share);
  return Math.max(shortestMs, Math.min(longestMs, untilFull), rest);
}

async function usedBy(folders: readonly string[], allowed: number): Promise<number> {
  let used = 0;
  for (const folder of folders) {
    const bytes = await folderBytes(folder, entriesIn(allowed));
    if (bytes === "too many entries") return allowed + 1;
    if (bytes !== "unreadable") used += bytes;
  }
  return used;
}

/** Each entry counts `leastBytes` at least, so more entries exceed the limit. */
const entriesIn = (bytes: number) => Math.ceil(bytes / leastBytes);
