import { readFileSync } from "node:fs";
import type { ProcessEntry } from "./process-entry.ts";
import { readProcess } from "./process-entry.ts";

/** Identifies a process, also against a later process with the same pid. */
export interface Identity {
  bootId: string;
  pid: number;
  startTime: string;
}

let bootId: string | undefined;

/** Returns the kernel's boot id, which changes with every start of the machine. */
export function currentBootId(): string {
  bootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return bootId;
}

export function identify(pid: number): Identity | undefined {
  const entry = readProcess(pid);
  return entry && !entry.ended ? identityOf(entry) : undefined;
}

export function identityOf(entry: ProcessEntry): Identity {
  return { bootId: currentBootId(), pid: entry.pid, startTime: entry.startTime };
}

/** Returns true if the process is in the process table: running, or a zombie. */
export function isInTable(identity: Identity): boolean {
  return identity.bootId === currentBootId() && readProcess(identity.pid)?.startTime === identity.startTime;
}

/** Returns true if the process is running; false for a zombie. */
export function isAlive(identity: Identity): boolean {
  return isInTable(identity) && readProcess(identity.pid)?.ended === false;
}

/**
 * Sends a signal to the process, but not to a later process with the same pid.
 * Returns false if it has ended or may not be signalled.
 */
export function signal(identity: Identity, name: NodeJS.Signals): boolean {
  try {
    return isAlive(identity) && process.kill(identity.pid, name);
  } catch {
    return false;
  }
}
