import type { FastifyRequest } from "fastify";
import { PlatformError } from "../../errors.ts";
import type { Caller } from "../../users/caller.ts";
import { challenge } from "../../users/withdrawals.ts";
import { identify } from "./auth.ts";
import { sessionToken } from "./cookie.ts";
import { requireSameOrigin } from "./origin.ts";
import type { HttpParts } from "./parts.ts";

/**
 * Returns the caller of a request: the owner of its API key, or, if it has none, the user of the session in its cookie.
 *
 * @throws {PlatformError} as {@link identify}, and `session_ended`, `cross_site_request`
 */
export async function callerOf(parts: HttpParts, request: FastifyRequest): Promise<Caller> {
  const { authorization, "x-api-key": key } = request.headers;
  const token = sessionToken(parts.settings, request);
  if (token === undefined || authorization !== undefined || key !== undefined)
    return identify(parts.keys, request.raw.headersDistinct);
  requireSameOrigin(parts.settings, request);
  const caller = await parts.sessions.authenticate(token, idleMs(request));
  if (!caller) throw new PlatformError("session_ended", undefined, { headers: challenge });
  return caller;
}

/**
 * How long ago the user of a page did something: a page says it with each request that it makes, in seconds. A stream says
 * nothing, and is opened again by itself. Any other request is made by the user.
 */
function idleMs({ headers }: FastifyRequest): number {
  if (headers.upgrade !== undefined) return Number.POSITIVE_INFINITY;
  const text = headers["botyard-idle"];
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : 0;
}
