import type { FastifyRequest } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";
import type { Settings } from "../../settings/settings.ts";

/** `{base_url}` as the caller knows it: the setting, or the address that the request was sent to. */
export function baseUrlOf({ publicUrl }: Pick<Settings, "publicUrl">, { headers }: FastifyRequest): string {
  return publicUrl === undefined ? `http://${headers.host ?? "localhost"}` : publicUrl.replace(/\/+$/, "");
}

/**
 * Refuses a request that another site has a browser send. The cookie alone does not: to a browser, all ports of a host
 * are one site, and a bot may serve pages on another port.
 *
 * @throws {PlatformError} `cross_site_request`
 */
export function requireSameOrigin(settings: Pick<Settings, "publicUrl">, request: FastifyRequest): void {
  const { origin, upgrade, "sec-fetch-site": site } = request.headers;
  const reads = /^(GET|HEAD)$/.test(request.method) && upgrade === undefined;
  // "none": the user has typed the address or opened a bookmark.
  if (site !== undefined && site !== "same-origin" && !(reads && site === "none")) throw crossSite();
  if (
    origin !== undefined
      ? origin !== new URL(baseUrlOf(settings, request)).origin
      : !reads && site === undefined
  )
    throw crossSite();
}

const crossSite = () => new PlatformError("cross_site_request");
