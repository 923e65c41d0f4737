import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const listenState = "0A";

/** Returns true if a process listens on this local TCP port, and all processes that do are among `pids`. */
export function listenersAreOf(port: number, pids: readonly number[]): boolean {
  const wanted = listenersOn(port);
  if (wanted.size === 0) return false;
  for (const pid of pids) {
    for (const inode of socketsOf(pid)) wanted.delete(inode);
    if (wanted.size === 0) return true;
  }
  return false;
}

/** Returns the inodes of the sockets that listen on a port, for IPv4 and IPv6. */
function listenersOn(port: number): Set<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const inodes = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of readLines(table)) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state === listenState && local.endsWith(suffix)) inodes.add(inode);
    }
  }
  return inodes;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "latin1").split("\n");
  } catch {
    return [];
  }
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = linkTarget(`/proc/${pid}/fd/${fd}`);
      return target?.match(/^socket:\[(\d+)\]$/)?.[1] ?? [];
    });
  } catch {
    return [];
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
