import { createHash } from "node:crypto";
import { writeJson } from "@botyard/core";
import { PlatformError } from "../../errors.ts";
import type { Parts } from "../../operations/parts.ts";

const keptHeaders = ["content-type", "location", "etag"];

/** A request with the header Idempotency-Key. */
export interface KeyedRequest {
  ownerId: string;
  key: unknown;
  method: string;
  /** Path and query string. */
  target: string;
  body: unknown;
}

/**
 * Claims the Idempotency-Key of a request. Returns the first answer if the request is a repetition.
 *
 * @throws {PlatformError} `invalid_parameter`, `idempotency_mismatch`, `idempotency_in_progress`
 */
export async function claimKey({ records, clock }: Pick<Parts, "records" | "clock">, request: KeyedRequest) {
  const { ownerId, key, method, target: path } = request;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new PlatformError(
      "invalid_parameter",
      "Idempotency-Key must be 1 to 255 visible ASCII characters.",
    );
  }
  const requestHash = hashOf(request.body);
  const known = await records.takeKey({
    ...{ ownerId, key, method, path, requestHash },
    at: clock.now().toISOString(),
  });
  if (!known) return undefined;
  if (known.method !== method || known.path !== path || known.requestHash !== requestHash) {
    throw new PlatformError(
      "idempotency_mismatch",
      `The Idempotency-Key "${key}" was first sent with ${known.method} ${known.path}, possibly with a different body.`,
    );
  }
  if (!known.answer)
    throw new PlatformError("idempotency_in_progress", undefined, { headers: { "retry-after": "1" } });
  const { status, headers, body } = known.answer;
  return { status, headers: { ...headers, "idempotent-replayed": "true" }, body };
}

/** Stores the answer to a request whose key was claimed, or frees the key if the request can be sent again. */
export async function keepAnswer(
  { records }: Pick<Parts, "records">,
  request: { ownerId: string; key: string; path: string },
  answer: { status: number; header(name: string): unknown; body: unknown },
): Promise<void> {
  const { ownerId, key } = request;
  const { status } = answer;
  if (status >= 500 || status === 429) return records.freeKey(ownerId, key);
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = answer.header(name);
    if (value !== undefined && value !== null) headers[name] = String(value);
  }
  const body = typeof answer.body === "string" ? withoutSecret(request.path, answer.body) : "";
  await records.keepAnswer(ownerId, key, { status, headers, body });
}

/** Removes a new API key from the answer: it is shown once and never stored. */
function withoutSecret(path: string, body: string): string {
  if (!path.endsWith("/api-keys") || body === "") return body;
  const { key: _key, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(rest);
}

function hashOf(body: unknown): string {
  return createHash("sha256")
    .update(body === undefined ? "" : writeJson(body, (reason) => new Error(reason)))
    .digest("hex");
}
