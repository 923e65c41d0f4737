import { closeSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const closeOnExec = 0o2000000;

/**
 * Closes the pipes and sockets that this process was handed open by whoever started it, beyond the three standard streams:
 * Node marks only the low numbers so that its children do not get them, and a bot must not hold a stranger's pipe open.
 * Everything that Node opens itself is marked; libraries open files unmarked, for moments, and files are left alone.
 */
export function closeInheritedPipes(): void {
  for (const name of readdirSync("/proc/self/fd")) {
    const fd = Number(name);
    if (fd > 2 && isInheritedPipe(fd)) closeSync(fd);
  }
}

function isInheritedPipe(fd: number): boolean {
  try {
    if (!/^(pipe|socket):/.test(readlinkSync(`/proc/self/fd/${fd}`))) return false;
    const flags = readFileSync(`/proc/self/fdinfo/${fd}`, "latin1").match(/^flags:\s+([0-7]+)/m)?.[1];
    return flags !== undefined && !(Number.parseInt(flags, 8) & closeOnExec);
  } catch {
    // The descriptor that listed the folder is gone by now.
    return false;
  }
}
