import { PlatformError } from "../../errors/platform-error.ts";
import { idOf, rpcError } from "./errors.ts";
import type { Message } from "./protocol.ts";

const challenge = 'ApiKey realm="platform"';

/** @throws {PlatformError} `malformed_json`, `malformed_request` */
export function messageOf(body: unknown): Message {
  if (body === undefined) throw new PlatformError("malformed_json", "The body is empty.");
  if (Array.isArray(body)) throw invalid("The body is a batch; send one request per POST.");
  const fields: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const { jsonrpc, id, method } = fields;
  if (jsonrpc !== "2.0") throw invalid('The request is not JSON-RPC 2.0: `jsonrpc` must be "2.0".');
  if (typeof method !== "string") throw invalid("`method` must be a string.");
  if (id !== undefined && idOf(body) === null)
    throw invalid("`id` must be a string or an integer below 2^53.");
  return withoutNull(body as Message);
}

/** Clients in Go, Java and C# write a parameter that is absent as null. */
function withoutNull(message: Message): Message {
  const { params, ...rest } = message;
  if (params === null || params === undefined) return rest;
  if (typeof params !== "object" || Array.isArray(params)) return message;
  const present = Object.entries(params).filter(([, value]) => value !== null);
  return { ...rest, params: Object.fromEntries(present) };
}

const invalid = (detail: string) => new PlatformError("malformed_request", detail);

/** Returns the answer to a message that is refused before a tool is called. */
export function refusedMessage(refusal: PlatformError, body: unknown, requestId: string) {
  return {
    status: refusal.status,
    headers: {
      ...refusal.headers,
      ...(refusal.status === 401 && { "www-authenticate": challenge }),
      "content-type": "application/json; charset=utf-8",
    },
    body: JSON.stringify(rpcError(refusal, idOf(body), requestId)),
  };
}
