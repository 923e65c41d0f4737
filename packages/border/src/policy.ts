/** A name and a port that a bot may connect to. */
export interface HostRule {
  /** In lower case: `api.kraken.com`; `*.binance.com`, which is every name below that one; or `*`, every name. */
  name: string;
  port: number;
}

/** A service of the host, which the bot reaches at the same address as programs of the host. */
export interface LocalService {
  name: string;
  /** An IPv4 address. */
  address: string;
  port: number;
}

/** What the processes of a launch may connect to. */
export interface Policy {
  hosts: readonly HostRule[];
  local: readonly LocalService[];
}

/** What is cut: names of local services, names or patterns of hosts as rules have them, or everything. */
export type Cut = readonly string[] | "all";

/** Returns true if the pattern of a rule covers this name. */
export function covers(pattern: string, name: string): boolean {
  if (pattern === "*") return true;
  return pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : pattern === name;
}

/** Returns the ports on which the policy allows this name. */
export function portsOf({ hosts }: Policy, name: string): number[] {
  return [...new Set(hosts.filter((rule) => covers(rule.name, name)).map(({ port }) => port))];
}

/** In the network of a bot all of 127.0.0.0/8 is local. This part of it is for the names that the policy spells out. */
const fixed = 0x7f4d_0000;

/** Names that are found by a wildcard get addresses from here on, up to 127.255.255.255. Never twice. */
export const firstFoundAddress = 0x7f4e_0001;
export const lastFoundAddress = 0x7fff_fffe;

export const dotted = (address: number): string =>
  [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");

/** Returns the address in the bot's network of each name that the policy spells out. */
export function fixedAddresses({ hosts }: Policy): Map<string, string> {
  const names = new Set(hosts.map(({ name }) => name).filter((name) => !name.startsWith("*")));
  return new Map([...names].map((name, index) => [name, dotted(fixed + index + 1)]));
}

/** Where the border answers questions for names. */
export const nameServer = { address: "127.0.0.53", port: 53 };

/** Returns the content of `/etc/hosts` and `/etc/resolv.conf` for a launch. */
export function nameFiles(policy: Policy): { hosts: string; resolvConf: string } {
  const lines = [...fixedAddresses(policy)].map(([name, address]) => `${address} ${name}\n`);
  return {
    hosts: `127.0.0.1 localhost\n::1 localhost\n${lines.join("")}`,
    resolvConf: `nameserver ${nameServer.address}\noptions timeout:5 attempts:2\n`,
  };
}
