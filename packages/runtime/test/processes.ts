import { readdirSync, readFileSync } from "node:fs";

/** Every process of this machine whose command line holds this text, zombies apart. */
export function processesNamed(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandOf(pid).includes(text));
}

/** The command line; empty for a zombie and for a process that is gone. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
