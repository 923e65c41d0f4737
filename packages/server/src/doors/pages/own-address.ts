import type { FastifyRequest } from "fastify";
import type { Settings } from "../../settings/settings.ts";

/**
 * Returns where a page that was asked for by the name `localhost` is to be opened instead, if the platform listens on IPv4
 * only. Browsers try `::1` first, where a bot may listen on the same port: to a browser it would be the same origin, so it
 * could read the page key of a session that was opened by that name.
 */
export function ownAddress(
  { host, publicUrl }: Pick<Settings, "host" | "publicUrl">,
  { headers, url }: FastifyRequest,
): string | undefined {
  if (publicUrl !== undefined || !/^(127\.[\d.]+|0\.0\.0\.0)$/.test(host)) return undefined;
  const [asked, port = ""] = /^(?:[\w-]+\.)*localhost\.?(:\d+)?$/i.exec(headers.host ?? "") ?? [];
  if (asked === undefined) return undefined;
  return `http://${host === "0.0.0.0" ? "127.0.0.1" : host}${port}${url}`;
}
