import type { ErrorCode } from "../../errors/error-table.ts";
import { errors } from "../../errors/error-table.ts";
import type { PlatformError } from "../../errors/platform-error.ts";
import { itemsWithoutKeys, withoutKeys } from "../../keys/key.ts";

/**
 * The JSON-RPC codes of errors that are not a tool's: they have an HTTP status of their own. The standard's codes where it
 * has one; otherwise the HTTP status and two digits, which is outside of the ranges that the standards reserve.
 */
export const rpcCodes = {
  malformed_json: -32700,
  malformed_request: -32600,
  internal_error: -32603,
  ambiguous_api_key: 40001,
  authentication_required: 40101,
  api_key_invalid: 40102,
  origin_not_allowed: 40301,
  request_timeout: 40801,
  payload_too_large: 41301,
  unsupported_media_type: 41501,
  rate_limited: 42901,
  shutting_down: 50301,
  disk_full: 50701,
} as const satisfies Partial<Record<ErrorCode, number>>;

/** The errors whose message is exactly their title, as clients compare it. */
const exact: readonly ErrorCode[] = ["authentication_required", "api_key_invalid"];

const hints: Partial<Record<ErrorCode, string>> = {
  authentication_required: "Send your key in the x-api-key header. Create one with: platform key create",
  malformed_json: "Send one JSON-RPC 2.0 request, encoded as UTF-8.",
  malformed_request: "Send one JSON-RPC 2.0 request in each POST: jsonrpc, id, method and params.",
};

export type RpcId = string | number | null;

/** The id of a request, if it can be echoed. */
export function idOf(message: unknown): RpcId {
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  const { id } = message;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
}

/** The JSON-RPC response for a request that is refused before a tool is called. */
export function rpcError(error: PlatformError, id: RpcId, requestId: string): object {
  const { code } = error;
  const message = withoutKeys(error.message);
  const { title, hint }: { title: string; hint?: string } = errors[code];
  const number = (rpcCodes as Partial<Record<ErrorCode, number>>)[code] ?? error.status * 100;
  const isExact = exact.includes(code);
  return {
    jsonrpc: "2.0",
    id,
    error: {
      code: number,
      message: isExact ? title : message,
      data: {
        code,
        ...(isExact && message !== title && { detail: message }),
        ...(error.errors !== undefined && { errors: itemsWithoutKeys(error.errors) }),
        hint: hints[code] ?? hint,
        request_id: requestId,
      },
    },
  };
}
