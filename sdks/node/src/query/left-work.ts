import { logFailure } from "./failure-log.ts";

/** Keeps the process running, and logs the failure, if work that a handler did not wait for fails. */
export function surviveFailures(): void {
  process.on("unhandledRejection", logFailure);
  process.on("uncaughtException", logFailure);
}
