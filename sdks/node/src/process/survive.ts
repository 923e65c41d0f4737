import { logQuietly } from "./quiet-log.ts";

/**
 * Keeps the process alive when work that a handler started and did not wait for fails; the failure is logged, since
 * no answer can tell of it.
 */
export function surviveFailures(): void {
  process.on("unhandledRejection", logFailure);
  process.on("uncaughtException", logFailure);
}

/** Logs a failure as one line of level error, its stack beside it. */
export function logFailure(failure: unknown): void {
  if (failure instanceof Error) logQuietly(failure.message, { stack: String(failure.stack) });
  else logQuietly(typeof failure === "string" ? failure : "a failure without a message");
}
