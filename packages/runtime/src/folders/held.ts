import { type BigIntStats, readdirSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { Slices } from "./slices.ts";

/** What processes keep without a name in a folder, by the place of its bytes. */
export interface Held {
  /** Bytes on the disk of the given folders. */
  disk: number;
  /** Bytes on other file systems, in memory on common machines: of memfd, and removed files of `/dev/shm`. */
  memory: number;
  /** Open files that were sent over a socket and not received yet. How large they are cannot be seen. */
  inFlight: number;
}

/**
 * Measures the removed files that processes hold open or have mapped. Those of processes that cannot be read count
 * nothing. Without the right to follow `map_files` (root outside of containers), mapped files count only while they are
 * open.
 */
export async function heldBy(pids: readonly number[], folders: readonly string[]): Promise<Held> {
  const dev = deviceOf(folders);
  const held: Held = { disk: 0, memory: 0, inFlight: 0 };
  const slices = new Slices();
  const seen = new Set<string>();
  const isNew = ({ dev, ino }: BigIntStats) => seen.size < seen.add(`${dev}:${ino}`).size;
  const add = (file: BigIntStats | undefined) => {
    if (!file?.isFile() || file.nlink > 0n || !isNew(file)) return;
    held[file.dev === dev ? "disk" : "memory"] += Number(file.blocks) * 512;
  };
  for (const pid of pids) {
    // Each thread can have open files of its own, and those of the first are gone once it has ended.
    const threads = namesIn(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
    for (const thread of threads) {
      for (const fd of namesIn(`${thread}/fd`)) {
        const file = statsOf(`${thread}/fd/${fd}`);
        if (file?.isSocket() && isNew(file)) held.inFlight += inFlightTo(`${thread}/fdinfo/${fd}`);
        else add(file);
        if (slices.isOver()) await slices.turn();
      }
    }
    for (const path of removedMappings(threads)) {
      const file = statsOf(path);
      // Libraries that were replaced while they are in use belong to the platform's user.
      if (file && file.uid !== own) add(file);
      if (slices.isOver()) await slices.turn();
    }
  }
  return held;
}

const own = BigInt(process.geteuid?.() ?? 0);

function deviceOf(folders: readonly string[]): bigint | undefined {
  for (const folder of folders) {
    const dev = statsOf(folder)?.dev;
    if (dev !== undefined) return dev;
  }
  return undefined;
}

/** Returns how many files wait in a local socket, also in connections that it has not accepted (from Linux 5.6 on). */
function inFlightTo(info: string): number {
  return Number(/^scm_fds:\s+(\d+)/m.exec(textOf(info))?.[1] ?? 0);
}

/**
 * Returns the paths of mapped files without a name, each inode once. System V segments are counted by their owner.
 * @param threads folders of the threads of a process; those that have ended have no mappings, the others have the same
 */
function removedMappings(threads: readonly string[]): string[] {
  let maps = "";
  const thread = threads.find((one) => {
    maps = textOf(`${one}/maps`);
    return maps !== "";
  });
  if (thread === undefined) return [];
  const ranges = new Map<string, string>();
  for (const line of maps.split("\n")) {
    if (!line.endsWith(" (deleted)") || line.includes(" /SYSV")) continue;
    const [range = "", , , dev, ino] = line.split(/\s+/);
    ranges.set(`${dev}:${ino}`, range);
  }
  // Only folders of /proc itself have the files, also those with the id of a thread. They are named without leading zeros.
  const files = `/proc/${basename(thread)}/map_files`;
  return [...ranges.values()].map((range) => `${files}/${range.replace(/\b0+(?=[0-9a-f])/g, "")}`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
