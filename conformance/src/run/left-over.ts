import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * Kills the processes that a step left running and returns their command lines: those of its session, and those that left
 * the session but still have its environment, its folder or its streams. Ignores processes older than the step.
 */
export function killLeftOver(pid: number, kept: string, dir: string): string[] {
  const commands: string[] = [];
  for (const entry of readdirSync("/proc")) {
    const other = Number(entry);
    if (!(other >= pid) || !belongs(other, pid, kept, dir)) continue;
    commands.push(commandOf(other));
    try {
      process.kill(other, "SIGKILL");
    } catch {
      // It has ended meanwhile; it still counts as left running.
    }
  }
  return commands;
}

function belongs(other: number, session: number, kept: string, dir: string): boolean {
  try {
    const fields = readFileSync(`/proc/${other}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    if (fields[0] === "Z") return false;
    if (Number(fields[3]) === session) return true;
    if (readFileSync(`/proc/${other}/environ`, "latin1").includes(`CONF_TRACE=${kept}/`)) return true;
    if (isIn(readlinkSync(`/proc/${other}/cwd`), dir)) return true;
    const open = readdirSync(`/proc/${other}/fd`).map((fd) => readlinkSync(`/proc/${other}/fd/${fd}`));
    return open.some((path) => isIn(path, kept) || isIn(path, dir));
  } catch {
    return false;
  }
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim().slice(0, 200);
  } catch {
    return "a process that is gone";
  }
}
