/**
 * Asking bots. `queries` admits queries (`turnstile`) and sends each to the query process of a realtime bot
 * (`ask-server`, over `connections` that are reused), or to a process that is started for it.
 */

export type { QueryOutcome } from "./outcome.ts";
export { Queries } from "./queries.ts";
