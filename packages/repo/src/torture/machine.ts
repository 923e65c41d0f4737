import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { processesWith } from "../drive/end-bots.ts";

const field = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"))?.[1]) * 1024;

/** Bytes of memory that programs of this machine can still get. */
export const memoryAvailable = (): number => field("/proc/meminfo", "MemAvailable");

/** Bytes that a process has in memory. */
export const memoryOf = ({ pid }: ChildProcess): number => field(`/proc/${pid}/status`, "VmRSS");

/** Returns the processes that are marked with one of these launches, by their command lines. */
export function processesOf(launches: readonly string[]): string[] {
  return processesWith(launches.map((id) => `BOTYARD_LAUNCH=${id}`)).flatMap((pid) => {
    try {
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 3).join(" ")}`];
    } catch {
      return [];
    }
  });
}
