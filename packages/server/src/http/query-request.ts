import { suggestion } from "@botyard/manifest";
import { PlatformError } from "../errors.ts";
import type { Settings } from "../settings.ts";

/** Largest `params`, in bytes of compact JSON [ENV]. */
export const paramsBytes = 100 * 1024;

const pathShape = /^\/[A-Za-z0-9._~/-]{0,255}$/;

export interface QueryRequest {
  path: string;
  params: Record<string, unknown>;
  timeoutMs: number;
}

/**
 * Validates the body and the time-out of a query.
 *
 * @throws {PlatformError} `invalid_parameter`
 */
export function readQuery(body: unknown, query: unknown, settings: Settings): QueryRequest {
  if (!isObject(body)) throw refused("", "The body must be a JSON object with `query_path` and `params`.");
  const known = ["query_path", "params"];
  for (const name of Object.keys(body)) {
    if (!known.includes(name))
      throw refused(`/${name}`, `Unknown field "${name}". ${suggestion(name, known)}`);
  }
  const { query_path: path, params = {} } = body;
  if (path === undefined) throw refused("/query_path", '"query_path" is required, for example "/status".');
  if (typeof path !== "string" || !pathShape.test(path) || path.includes("..")) {
    throw refused(
      "/query_path",
      `${JSON.stringify(path)} is not a valid query path: it must begin with "/", have at most 256 characters, contain only letters, digits and ._~/-, and not contain "..".`,
    );
  }
  if (!isObject(params)) throw refused("/params", "`params` must be a JSON object.");
  return { path, params, timeoutMs: readTimeout(query, settings) };
}

function readTimeout(query: unknown, settings: Settings): number {
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (name !== "timeout_ms")
      throw refused(name, `Unknown parameter "${name}". ${suggestion(name, ["timeout_ms"])}`);
    const milliseconds = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : 0;
    if (milliseconds < 1 || milliseconds > settings.queryTimeoutMaxMs) {
      throw refused(
        "timeout_ms",
        `timeout_ms is ${String(value)}; it must be from 1 to ${settings.queryTimeoutMaxMs} milliseconds.`,
      );
    }
    return milliseconds;
  }
  return settings.queryTimeoutMs;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function refused(pointer: string, detail: string): PlatformError {
  return new PlatformError("invalid_parameter", detail, { errors: [{ pointer, detail }] });
}
