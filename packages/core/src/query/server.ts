import { botyardError, cut, shown } from "../errors/index.ts";
import { decodeUtf8, decodeUtf8Loosely, type JsonValue } from "../json/index.ts";
import { runHandler, unknownPath } from "./answer.ts";
import { failed, type Outcome } from "./outcome.ts";
import { readParams } from "./params.ts";
import { parseQueryString, percentDecode } from "./query-string.ts";
import type { QueryHandler, Registry } from "./registry.ts";
import { QueryRequest } from "./request.ts";

/** The largest request body, in bytes. */
export const maxBodyBytes = 1_048_576;

/** A request whose head has been read: refused, or waiting for its body. */
export type OpenedRequest =
  | { refused: Outcome }
  | { answer(body: Uint8Array | "too_large"): Promise<Outcome> };

/**
 * Checks the head of an HTTP request: first the method, then the path.
 *
 * @param target the request target, decoded as UTF-8, such as `/price?limit=5`
 */
export function openRequest(registry: Registry, method: string, target: string): OpenedRequest {
  if (method !== "GET" && method !== "POST") return { refused: failed("method_not_allowed", { method }) };
  const { path, query } = splitTarget(target);
  const handler = registry.find(path);
  if (handler === undefined) return { refused: unknownPath(registry, path) };
  return { answer: (body) => answerBody(handler, path, query, body) };
}

async function answerBody(
  handler: QueryHandler,
  path: string,
  query: string,
  body: Uint8Array | "too_large",
): Promise<Outcome> {
  if (body === "too_large" || body.length > maxBodyBytes) return failed("body_too_large", {});
  const params = new Map<string, JsonValue>(query === "" ? [] : parseQueryString(query));
  if (body.length > 0) {
    const own = readParams(() => decodeUtf8(body));
    if (own === undefined) return failed("params_not_object", { text: cut(decodeUtf8Loosely(body)) });
    for (const [key, value] of own) params.set(key, value);
  }
  return runHandler(handler, new QueryRequest(path, params));
}

/** Splits a request target into path and query string. */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  if (mark === -1) return { path: percentDecode(local), query: "" };
  return { path: percentDecode(local.slice(0, mark)), query: local.slice(mark + 1) };
}

/**
 * Reads the port from the text of `QUERY_PORT` (default: 9476).
 *
 * @throws {BotyardError} `query.invalid_port`
 */
export function readPort(text: string | undefined): number {
  if (!text) return 9476;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw botyardError("query.invalid_port", { value: shown(text) });
  return port;
}
