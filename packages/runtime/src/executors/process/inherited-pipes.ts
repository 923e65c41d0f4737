import { closeSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const closeOnExec = 0o2000000;

/**
 * Closes the pipes and sockets that this process inherited, except the standard streams, so that bots do not inherit
 * them too: Node sets close-on-exec on everything it opens, but only on low descriptors that it inherits.
 * Files are not closed, because libraries briefly open them without close-on-exec.
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
    // The descriptor of the directory listing itself is closed by now.
    return false;
  }
}
