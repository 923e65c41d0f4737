import type { IncomingMessage } from "node:http";
import { PlatformError } from "../../errors/platform-error.ts";
import type { DistinctHeaders } from "./auth.ts";
import type { RouteTable } from "./route-table.ts";

export const apiPrefix = "/api/v1";

/** Largest JSON body in bytes; a route may set a lower limit. */
export const bodyBytes = 1024 * 1024;
/** Largest message that a client may send on a stream, in bytes. */
export const streamMessageBytes = 64 * 1024;
/** Longest parameter in a path, in characters. */
export const pathBytes = 1024;

/** Headers of every answer. */
export const commonHeaders = (requestId: string) => ({
  "x-request-id": requestId,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

/** @throws {PlatformError} `malformed_request` */
export function requireOneHost(request: { headersDistinct: DistinctHeaders; httpVersion: string }): void {
  const hosts = request.headersDistinct.host?.length ?? 0;
  if (hosts === 0 && request.httpVersion === "1.1")
    throw new PlatformError("malformed_request", "The request has no Host header.");
  // A proxy in front of the platform could use a different one than the platform.
  if (hosts > 1) throw new PlatformError("malformed_request", `The request has ${hosts} Host headers.`);
}

/**
 * Refuses a body in a coding such as gzip: a small one could unpack to any size.
 *
 * @throws {PlatformError} `unsupported_media_type`
 */
export function requireUncoded(coding: string | undefined): void {
  if (coding === undefined || /^\s*(identity\s*)?$/i.test(coding)) return;
  const shown = JSON.stringify(coding.slice(0, 100));
  throw new PlatformError(
    "unsupported_media_type",
    `The body has the Content-Encoding ${shown}. Send it without one, not compressed.`,
    { headers: { "accept-encoding": "identity" } },
  );
}

/**
 * Refuses a query string that would be read with other characters in the place of those that it cannot encode.
 *
 * @throws {PlatformError} `invalid_parameter`
 */
export function requireReadableQuery(target: string): void {
  for (const pair of target.split("?").slice(1).join("?").split("&")) {
    if (isReadable(pair)) continue;
    const [name = ""] = pair.split("=", 1);
    const pointer = isReadable(name) ? decodeURIComponent(name) : name;
    const detail = `The parameter "${pointer}" is not percent-encoded UTF-8.`;
    throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer, detail }] });
  }
}

function isReadable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/** True for an upgrade to the stream. Other upgrades, such as Java's to HTTP/2, are ignored, as HTTP allows. */
export function opensStream({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    url?.split("?")[0] === `${apiPrefix}/stream` &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    headers["sec-websocket-version"] === "13" &&
    /^[A-Za-z0-9+/]{22}==$/.test(headers["sec-websocket-key"] ?? "")
  );
}

/** The error for a request that no route takes. */
export function nothingAt(table: RouteTable, method: string, target: string): PlatformError {
  const path = target.split("?")[0] ?? "/";
  const allowed = table.methodsAt(path);
  // An id longer than `pathBytes` matches this table but no route.
  if (allowed.length === 0 || allowed.includes(method))
    return new PlatformError("not_found", `There is no endpoint ${path}.`);
  return new PlatformError("method_not_allowed", `${path} does not support ${method}.`, {
    headers: { allow: allowed.join(", ") },
  });
}
