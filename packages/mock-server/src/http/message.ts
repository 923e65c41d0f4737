import type { DistinctHeaders } from "@botyard/server/building-blocks";

/** A request, wherever it came from. */
export interface Incoming {
  method: string;
  /** Path and query string as sent. */
  target: string;
  headers: Record<string, string | undefined>;
  distinct: DistinctHeaders;
  /**
   * Checks what only a request on a socket can be wrong in.
   *
   * @throws {PlatformError} `malformed_request`
   */
  check?(): void;
  /**
   * Reads the body.
   *
   * @throws {PlatformError} `payload_too_large` beyond `limit` bytes
   */
  body(limit: number): Promise<Uint8Array>;
  /** Aborts when the caller no longer waits. */
  gone: AbortSignal;
}

/** An answer; `cut`: the connection is closed without one. */
export type Outgoing = Answered | "cut";

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

export const json = (value: unknown, status = 200): Answered => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: JSON.stringify(value),
});

export const empty = (status = 204): Answered => ({ status, headers: {}, body: null });

export const pathOf = (target: string) => target.split("?", 1)[0] || "/";
