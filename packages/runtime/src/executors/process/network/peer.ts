import { isIPv4 } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { mayBeBot } from "../isolation/users.ts";
import { endOf, entriesWith, ipv4, loopback6, mapped, readSockets, type SocketTables } from "./sockets.ts";

/** Both ends of a connection, as this process sees them. */
export interface Ends {
  localAddress?: string | undefined;
  localPort?: number | undefined;
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

/** The process at the other end of a connection over the loopback interface. */
export interface LocalPeer {
  uid: number;
  /** True if bots run as this user. */
  mayBeBot: boolean;
}

/** Returns whose process is at the other end of a connection; `undefined` if it cannot be determined, or is gone. */
export async function localPeer(ends: Ends): Promise<LocalPeer | undefined> {
  const { localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 } = ends;
  const tables = await freshSockets();
  for (const [table, spell] of spellings(remoteAddress)) {
    // From the other end.
    const there = `: ${endOf(spell(remoteAddress), remotePort)} ${endOf(spell(localAddress), localPort)} `;
    // Once it is closed, a socket belongs to nobody.
    const [found] = entriesWith(tables[table], there).filter(({ inode }) => inode !== "0");
    if (found) return { uid: found.uid, mayBeBot: mayBeBot(found.uid) };
  }
  return undefined;
}

/** How the other end may use the address: an IPv4 address also with a socket of IPv6. */
function spellings(address: string): ["tcp" | "tcp6", (address: string) => string][] {
  const plain = (text: string) => text.replace(/^::ffff:/i, "");
  if (!isIPv4(plain(address))) return [["tcp6", loopback6]];
  return [
    ["tcp", (text) => ipv4(plain(text))],
    ["tcp6", (text) => mapped(plain(text))],
  ];
}

let reading: Promise<SocketTables> | undefined;
let next: Promise<SocketTables> | undefined;

/** Returns tables read after this call. One read at a time serves all calls before it. */
function freshSockets(): Promise<SocketTables> {
  next ??= (reading ?? nextTurn()).then(() => {
    next = undefined;
    reading = readSockets();
    return reading;
  });
  return next;
}
