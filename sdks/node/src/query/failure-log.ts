import { failureRecord, messageOf, type Outcome } from "@botyard/core";
import { logQuietly } from "../process/quiet-log.ts";

/** Logs why a handler failed; logs nothing for any other outcome. */
export function logFailedHandler(outcome: Outcome): void {
  if (outcome.kind !== "handler_failed") return;
  const { message, data } = failureRecord(outcome.message, outcome.failure);
  logQuietly(message, data);
}

/** Logs a failure that does not appear in an answer. */
export function logFailure(thrown: unknown): void {
  const text = messageOf(thrown) || "a failure without a message";
  const { message, data } = failureRecord(text, { thrown: { value: thrown } });
  logQuietly(message, data);
}
