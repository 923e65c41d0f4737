import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the ids of processes that have one of these variables, each as `NAME=value`. */
export function processesWith(variables: readonly string[]): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
        return variables.some((variable) => environment.includes(variable));
      } catch {
        // It has ended, or belongs to others.
        return false;
      }
    })
    .map(Number);
}

/** Kills the processes of bots that a platform has left running: those of users whose keys a test does not have, too. */
export function endBots(dataDir: string): void {
  const mark = markOf(dataDir);
  if (mark === undefined) return;
  for (const pid of processesWith([mark]))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
}

/** The variable by which the processes of a data folder are known. */
function markOf(dataDir: string): string | undefined {
  try {
    const { id } = JSON.parse(readFileSync(join(dataDir, "place.json"), "utf8")) as { id: string };
    return `BOTYARD_DATA_FOLDER=${id}`;
  } catch {
    return undefined;
  }
}
