/** The outcome of a query, as in the table of the query endpoint. */
export type QueryOutcome =
  /** The bot answered: its HTTP status (200, 400, 404 or 500) and the bytes of its answer. */
  | { kind: "answered"; status: number; body: Uint8Array }
  | { kind: "not_running" }
  | { kind: "not_listening"; retryAfterSeconds: number }
  | { kind: "too_many"; retryAfterSeconds: number }
  /** The process for the query cannot be started, because isolation is not established. */
  | { kind: "not_isolated"; why: string; retryAfterSeconds: number }
  | { kind: "broken"; detail: string }
  | { kind: "timed_out"; afterMs: number };
