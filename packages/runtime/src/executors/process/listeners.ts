import { readdir, readFile, readlink } from "node:fs/promises";

/**
 * The sockets that can receive a connection to 127.0.0.1, as /proc/net writes their addresses. The kernel gives it to the
 * most specific one, and prefers IPv4, so the first kind that listens on the port receives all connections. Sockets of
 * other addresses, such as 127.0.0.2, do not matter: any user may bind them to the same port.
 */
const kinds: readonly { table: string; address: string }[] = [
  { table: "/proc/net/tcp", address: words(127, 0, 0, 1) },
  { table: "/proc/net/tcp6", address: mapped(127, 0, 0, 1) },
  { table: "/proc/net/tcp", address: words(0, 0, 0, 0) },
  { table: "/proc/net/tcp6", address: mapped(0, 0, 0, 0) },
  // It may be for IPv6 only, which is not shown: then the port belongs to a socket of another kind, or to nobody.
  { table: "/proc/net/tcp6", address: "0".repeat(32) },
];

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

/** Returns the inodes of the sockets that receive connections to a port of 127.0.0.1. */
async function listenersOn(port: number): Promise<Set<string>> {
  const texts = new Map<string, string>();
  for (const { table, address } of kinds) {
    const text = texts.get(table) ?? (await readFile(table, "latin1").catch(() => ""));
    texts.set(table, text);
    const found = inodesIn(text, `: ${address}:${word(port).slice(-4)} `);
    if (found.size > 0) return found;
  }
  return new Set();
}

const listening = "0A";

/** Searches the text, because the table lists all connections of the machine, which may be many. */
function inodesIn(text: string, local: string): Set<string> {
  const found = new Set<string>();
  for (let at = text.indexOf(local); at >= 0; at = text.indexOf(local, at + 1)) {
    const [, , , state, , , , , , inode = ""] = text
      .slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at))
      .trim()
      .split(/\s+/);
    if (state === listening) found.add(inode);
  }
  return found;
}

async function socketsOf(pid: number): Promise<string[]> {
  const dir = `/proc/${pid}/fd`;
  const files = await readdir(dir).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${dir}/${file}`).catch(() => "")));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

function word(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, "0");
}

/** An address in the byte order of this machine, as /proc/net shows it. */
function words(...bytes: number[]): string {
  return [...new Uint32Array(Uint8Array.from(bytes).buffer)].map(word).join("");
}

/** An IPv4 address as IPv6 sockets bind it. */
function mapped(...address: number[]): string {
  return words(...Array<number>(10).fill(0), 0xff, 0xff, ...address);
}
