import { isIP } from "node:net";
import { PlatformError } from "../../errors/platform-error.ts";
import type { Settings } from "../../settings/settings.ts";
import type { DistinctHeaders } from "../http/auth.ts";

/**
 * Returns a check of the headers Host and Origin. A web page could otherwise call the platform from the user's browser,
 * by a name that resolves to this machine (DNS rebinding).
 */
export function hostCheck({
  host,
  allowedHosts,
  publicUrl,
}: Pick<Settings, "host" | "allowedHosts" | "publicUrl">) {
  const named = publicUrl === undefined ? [] : [hostnameOf(publicUrl)];
  const own = [...allowedHosts, host, ...named].map((name) => name.toLowerCase());
  // Listening on all addresses: which ones the machine has changes. A rebound name is never an address.
  const anyAddress = host === "0.0.0.0" || host === "::";
  const isKnown = (name: string) => isLoopback(name) || own.includes(name);

  /** @throws {PlatformError} `origin_not_allowed` */
  return ({ host: hosts = [], origin: origins = [] }: DistinctHeaders): void => {
    const address = hosts[0] ?? "";
    const name = nameOf(`http://${address}`);
    if (name === undefined || !(isKnown(name) || (anyAddress && isIP(name) !== 0)))
      throw refused("Host", address, name);
    for (const origin of origins) {
      const from = nameOf(origin);
      if (from !== undefined && (isKnown(from) || new URL(origin).host === address.toLowerCase())) continue;
      throw refused("Origin", origin, from);
    }
  };
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/** Returns the host name in a URL, without port and brackets; undefined for `null` and for other schemes. */
function nameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, pathname } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== "" || pathname !== "/") return undefined;
  return hostnameOf(url);
}

const hostnameOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");

function refused(header: string, value: string, name: string | undefined): PlatformError {
  const shown = JSON.stringify(value.slice(0, 200));
  const next = name === undefined ? "" : ` Set PLATFORM_ALLOWED_HOSTS=${name} to allow it.`;
  return new PlatformError(
    "origin_not_allowed",
    `The header ${header} is ${shown}, which is not allowed.${next}`,
  );
}
