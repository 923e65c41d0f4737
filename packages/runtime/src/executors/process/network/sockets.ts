import { readFile } from "node:fs/promises";

/** One TCP socket. */
export interface SocketEntry {
  state: string;
  uid: number;
  inode: string;
}

/** The TCP sockets of a network, of IPv4 and of IPv6, as the kernel lists them. */
export interface SocketTables {
  tcp: string;
  tcp6: string;
}

/** @param pid a process in the network (default: this one) */
export async function readSockets(pid?: number): Promise<SocketTables> {
  const read = (name: string) => readFile(`/proc/${pid ?? "self"}/net/${name}`, "latin1").catch(() => "");
  return { tcp: await read("tcp"), tcp6: await read("tcp6") };
}

/** Searches the text for an end of a socket, because the list may be long. */
export function entriesWith(table: string, end: string): SocketEntry[] {
  const found: SocketEntry[] = [];
  for (let at = table.indexOf(end); at >= 0; at = table.indexOf(end, at + 1)) {
    const line = table.slice(table.lastIndexOf("\n", at) + 1, table.indexOf("\n", at));
    const [, , , state = "", , , , uid, , inode = ""] = line.trim().split(/\s+/);
    found.push({ state, uid: Number(uid), inode });
  }
  return found;
}

/** An address and a port as the tables show them. */
export const endOf = (address: string, port: number) => `${address}:${word(port).slice(-4)}`;

/** An IPv4 address as the tables show it. */
export const ipv4 = (address: string) => words(address.split(".").map(Number));

/** An IPv4 address as sockets of IPv6 use it. */
export const mapped = (address: string) =>
  words([...Array<number>(10).fill(0), 0xff, 0xff, ...address.split(".").map(Number)]);

/** The loopback address of IPv6. */
export const loopback6 = () => words([...Array<number>(15).fill(0), 1]);

/** Addresses are in the byte order of this machine. */
function words(bytes: number[]): string {
  return [...new Uint32Array(Uint8Array.from(bytes).buffer)].map(word).join("");
}

function word(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, "0");
}
