import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Kills the processes of bots that a platform has left running: those of users whose keys a test does not have, too. */
export function endBots(dataDir: string): void {
  const mark = markOf(dataDir);
  if (mark === undefined) return;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/environ`, "utf8").split("\0").includes(mark))
        process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended, or belongs to others.
    }
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
