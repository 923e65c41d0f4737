import { readFileSync } from "node:fs";
import type { ProcessEntry } from "./process-entry.ts";
import { readProcess } from "./process-entry.ts";

/** What tells one process from every other one, also from a later one with the same pid. */
export interface Identity {
  bootId: string;
  pid: number;
  startTime: string;
}

let bootId: string | undefined;

/** Changes with every start of the machine. */
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

/** Whether that very process has an entry in the process table: running, or ended and not collected yet. */
export function isInTable(identity: Identity): boolean {
  return identity.bootId === currentBootId() && readProcess(identity.pid)?.startTime === identity.startTime;
}

/** Whether that very process is still running; a zombie is not. */
export function isAlive(identity: Identity): boolean {
  return isInTable(identity) && readProcess(identity.pid)?.ended === false;
}

/**
 * Sends a signal to that very process and to no other one that took its pid.
 * False when it is no longer there, or not ours to signal.
 */
export function signal(identity: Identity, name: NodeJS.Signals): boolean {
  try {
    return isAlive(identity) && process.kill(identity.pid, name);
  } catch {
    return false;
  }
}
