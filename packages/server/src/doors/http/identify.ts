import type { FastifyRequest } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";
import type { Caller } from "../../users/caller.ts";
import { challenge } from "../../users/revocations.ts";
import { identify } from "./auth.ts";
import { sessionToken } from "./cookie.ts";
import { requireSameOrigin } from "./origin.ts";
import type { HttpParts } from "./parts.ts";

/** Before the page key among the subprotocols of a WebSocket, for which a page cannot set headers. */
const subprotocol = "botyard.page-key.";

/**
 * Returns the caller of a request: the owner of its API key, or, if it has none, the user of the session whose cookie and
 * page key it has.
 *
 * @throws {PlatformError} as {@link identify}, and `session_ended`, `page_key_required`, `cross_site_request`
 */
export async function callerOf(parts: HttpParts, request: FastifyRequest): Promise<Caller> {
  const { authorization, "x-api-key": key } = request.headers;
  const token = sessionToken(parts.settings, request);
  if (token === undefined || authorization !== undefined || key !== undefined)
    return identify(parts.keys, request.raw.headersDistinct);
  return sessionCaller(parts, request, token, pageKeyIn(request));
}

/**
 * Returns the user of a session.
 *
 * @throws {PlatformError} `session_ended`, `page_key_required`, `cross_site_request`
 */
export async function sessionCaller(
  parts: HttpParts,
  request: FastifyRequest,
  token: string,
  pageKey: string | undefined,
): Promise<Caller> {
  requireSameOrigin(parts.settings, request);
  // A browser sends the cookie to every port of the host, so also to bots that listen there.
  if (!pageKey) throw new PlatformError("page_key_required", undefined, { headers: challenge });
  const caller = await parts.sessions.authenticate(token, pageKey, idleMs(request));
  if (!caller) throw new PlatformError("session_ended", undefined, { headers: challenge });
  return caller;
}

/** Returns the page key of a request: its header, or, of a stream, one of the subprotocols. */
export function pageKeyIn({ headers }: FastifyRequest): string | undefined {
  const sent = headers["botyard-page-key"];
  if (typeof sent === "string") return sent;
  const offered = headers["sec-websocket-protocol"]?.split(",").map((one) => one.trim());
  return offered?.find((one) => one.startsWith(subprotocol))?.slice(subprotocol.length);
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
