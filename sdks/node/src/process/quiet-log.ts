import { logLine } from "@botyard/core";
import { now } from "./clock.ts";
import { writeLine } from "./streams.ts";

/** Logs a failure that cannot be reported otherwise; ignores a log line that cannot be written. */
export function logQuietly(message: string, data?: object): void {
  try {
    writeLine("stderr", logLine("error", message, data, now()));
  } catch {
    // There is no other place to report this.
  }
}
