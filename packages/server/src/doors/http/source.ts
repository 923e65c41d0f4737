import { isIP, isIPv4 } from "node:net";

/** True for 127.0.0.0/8 and ::1. */
export const isLoopback = (address: string): boolean => sourceOf(address) === loopback;

/**
 * Where a client comes from, as far as limits can tell: an IPv4 address, or the /64 network of an IPv6 address, within
 * which one client may use any address. All loopback addresses are one source.
 */
export function sourceOf(address: string): string {
  const ip = plain(address);
  if (isIPv4(ip)) return ip.startsWith("127.") ? loopback : ip;
  if (isIP(ip) === 0) return ip;
  const groups = groupsOf(ip);
  const isLoopback = groups.join(":") === "0:0:0:0:0:0:0:1";
  return isLoopback ? loopback : `${groups.slice(0, 4).join(":")}::/64`;
}

/** The network that a source is part of, which one client may own as a whole: /24 of IPv4, /48 of IPv6. */
export function networkOf(source: string): string {
  if (isIPv4(source)) return `${source.split(".").slice(0, 3).join(".")}.0/24`;
  return source.endsWith("::/64") ? `${source.split(":").slice(0, 3).join(":")}::/48` : source;
}

const loopback = "127.0.0.1";

/** An IPv4 address that a socket for IPv6 shows as such. */
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The parser of URLs writes an address in one way only (RFC 5952).
  const [unscoped = ""] = address.split("%");
  const [head = "", tail] = new URL(`http://[${unscoped}]`).hostname.slice(1, -1).split("::");
  const parts = (text: string) => (text === "" ? [] : text.split(":"));
  if (tail === undefined) return parts(head);
  const gap = 8 - parts(head).length - parts(tail).length;
  return [...parts(head), ...Array<string>(gap).fill("0"), ...parts(tail)];
}
