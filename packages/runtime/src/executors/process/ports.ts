import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Address } from "../../executor.ts";

/** Bots share the network of the machine, and only this machine needs to reach their query servers. */
const host = "127.0.0.1";

/** Returns an address that is free at this moment. */
export function freeAddress(): Promise<Address> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address
          ? resolve({ host, port: address.port })
          : reject(new Error("no port")),
      );
    });
  });
}

/** Returns true if any process accepts connections on this address. */
export function isOpen(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}

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
