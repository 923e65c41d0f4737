import { readFileSync } from "node:fs";

/** Returns how many files and sockets this process may have open. */
export function mostDescriptors(): number {
  const found = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"));
  return found ? Number(found[1]) : Infinity;
}
