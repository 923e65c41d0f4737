import { logFailure } from "./failure-log.ts";

/** Keeps the process alive when work that a handler started and did not wait for fails; the log tells of it. */
export function surviveFailures(): void {
  process.on("unhandledRejection", logFailure);
  process.on("uncaughtException", logFailure);
}
