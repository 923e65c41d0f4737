import { readdir, readlink } from "node:fs/promises";
import { endOf, entriesWith, ipv4, mapped, readSockets } from "./sockets.ts";

/**
 * The sockets that can receive a connection to 127.0.0.1. The kernel gives it to the most specific one, and prefers IPv4,
 * so the first kind that listens on the port receives all connections. Sockets of other addresses, such as 127.0.0.2, do
 * not matter: any user may bind them to the same port.
 */
const kinds = [
  { table: "tcp", address: ipv4("127.0.0.1") },
  { table: "tcp6", address: mapped("127.0.0.1") },
  { table: "tcp", address: ipv4("0.0.0.0") },
  { table: "tcp6", address: mapped("0.0.0.0") },
  // It may be for IPv6 only, which is not shown: then the port belongs to a socket of another kind, or to nobody.
  { table: "tcp6", address: "0".repeat(32) },
] as const;

/**
 * Returns true if the processes `pids` receive connections to this port of 127.0.0.1, and no other process does. Sockets
 * that share a port (SO_REUSEPORT) receive connections in turn: all of them must be of `pids`.
 */
export async function listenersAreOf(port: number, pids: readonly number[]): Promise<boolean> {
  const wanted = await listenersOn(port);
  for (const pid of wanted.size === 0 ? [] : pids) {
    for (const inode of await socketsOf(pid)) wanted.delete(inode);
    if (wanted.size === 0) return true;
  }
  return false;
}

const listening = "0A";

/** Returns true if any process in the network of this one receives connections to this port of 127.0.0.1. */
export async function isListenedTo(port: number, pid: number): Promise<boolean> {
  return (await listenersOn(port, pid)).size > 0;
}

/** Returns the inodes of the sockets that receive connections to a port of 127.0.0.1. */
async function listenersOn(port: number, pid?: number): Promise<Set<string>> {
  const tables = await readSockets(pid);
  for (const { table, address } of kinds) {
    const found = entriesWith(tables[table], `: ${endOf(address, port)} `);
    const listeners = found.filter(({ state }) => state === listening);
    if (listeners.length > 0) return new Set(listeners.map(({ inode }) => inode));
  }
  return new Set();
}

async function socketsOf(pid: number): Promise<string[]> {
  const dir = `/proc/${pid}/fd`;
  const files = await readdir(dir).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${dir}/${file}`).catch(() => "")));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}
