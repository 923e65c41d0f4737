import { readdirSync, readFileSync } from "node:fs";

/** Returns the pids of all processes whose command line contains this text, without zombies. */
export function processesNamed(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandOf(pid).includes(text));
}

/** Returns the command line; empty for a zombie or an ended process. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
