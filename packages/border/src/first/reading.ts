import type { Reason } from "../reason.ts";

/** What the first bytes of a connection say about the server that the client means. */
export type Reading =
  /** Not enough bytes yet. */
  { kind: "more" } | { kind: "named"; name: string } | { kind: "refused"; reason: Reason };

/** The first message of a client must fit in this many bytes. */
export const longestFirst = 16 * 1024;

export const more: Reading = { kind: "more" };
export const refused = (reason: Reason): Reading => ({ kind: "refused", reason });
