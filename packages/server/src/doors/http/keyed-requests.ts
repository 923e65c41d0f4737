import { createHash } from "node:crypto";
import { writeJson } from "@botyard/core";
import { PlatformError } from "../../errors/platform-error.ts";
import type { Parts } from "../../operations/parts.ts";
import type { Effect, Once } from "../../store/index.ts";

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

/** What is to be done with a request: answer it as before, or else run it, unless it had its effect already. */
export type Begun =
  | { answer: { status: number; headers: Record<string, string>; body: string } }
  | { once: Once; effect?: Effect };

export const replayed = { "idempotent-replayed": "true" };

/**
 * Requests with the header Idempotency-Key, each of which has its effect once. What it changes is stored in one
 * transaction with its key, so a request that is repeated after a crash has had its effect, and is answered from that, or
 * has changed nothing, and is run. The requests in progress are known in memory: a store has one platform process.
 */
export class KeyedRequests {
  readonly #parts: Pick<Parts, "store" | "clock">;
  readonly #inProgress = new Map<string, Once>();

  constructor(parts: Pick<Parts, "store" | "clock">) {
    this.#parts = parts;
  }

  /**
   * Begins a request. Unless it is answered as before, it must be ended.
   *
   * @throws {PlatformError} `invalid_parameter`, `idempotency_mismatch`, `idempotency_in_progress`
   */
  async begin({ ownerId, key, method, target: path, body }: KeyedRequest): Promise<Begun> {
    const { store, clock } = this.#parts;
    if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new PlatformError(
        "invalid_parameter",
        "Idempotency-Key must be 1 to 255 visible ASCII characters.",
      );
    }
    const once = { ownerId, key, method, path, requestHash: hashOf(body), at: clock.now().toISOString() };
    const place = placeOf(once);
    const running = this.#inProgress.get(place);
    if (!running) this.#inProgress.set(place, once);
    const release = () => !running && this.#inProgress.delete(place);
    try {
      const found = await store.requestOf(once);
      const known = found ?? running;
      if (known && (known.method !== method || known.path !== path || known.requestHash !== once.requestHash))
        throw new PlatformError(
          "idempotency_mismatch",
          `The Idempotency-Key "${key}" was first sent with ${known.method} ${known.path}, possibly with a different body.`,
        );
      const answer = found?.answer;
      if (!answer && running)
        throw new PlatformError("idempotency_in_progress", undefined, { headers: { "retry-after": "1" } });
      if (!answer) return { once, ...(found?.effect && { effect: found.effect }) };
      release();
      return { answer: { ...answer, headers: { ...answer.headers, ...replayed } } };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends a request: stores its answer, unless it was refused for a reason that can pass, and may be sent again. */
  async end(
    once: Once,
    path: string,
    answer: { status: number; header(name: string): unknown; body: unknown },
  ): Promise<void> {
    const { status } = answer;
    try {
      // 403: the scope of the key, or a quota.
      if (status >= 500 || status === 429 || status === 403) return;
      const headers: Record<string, string> = {};
      for (const name of keptHeaders) {
        const value = answer.header(name);
        if (value !== undefined && value !== null) headers[name] = String(value);
      }
      const body = typeof answer.body === "string" ? withoutSecret(path, answer.body) : "";
      await this.#parts.store.keepAnswer(once, { status, headers, body });
    } finally {
      this.#inProgress.delete(placeOf(once));
    }
  }
}

const placeOf = ({ ownerId, key }: Pick<Once, "ownerId" | "key">) => `${ownerId} ${key}`;

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
