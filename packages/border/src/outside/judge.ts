import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { Reason } from "../reason.ts";

/** Azure's name server, which also gives each virtual machine its settings and certificates. */
const ofClouds = new Set(["168.63.129.16"]);
const globalIpv6 = ipaddr.parseCIDR("2000::/3");

/** Returns why a bot may not connect to an address that its name resolves to, or `undefined`. */
export function objectionTo(address: string, own: ReadonlySet<string> = ownAddresses()): Reason | undefined {
  const parsed = ipaddr.parse(address);
  const isPublic =
    parsed.range() === "unicast" &&
    !ofClouds.has(parsed.toString()) &&
    (parsed.kind() === "ipv4" || parsed.match(globalIpv6 as [ipaddr.IPv6, number]));
  if (!isPublic) return "private_address";
  return own.has(parsed.toNormalizedString()) ? "own_address" : undefined;
}

/** A service of this machine must not be reached by one of its public addresses either. */
export function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => ipaddr.parse(address.replace(/%.*$/, "")).toNormalizedString()));
}
