import { logLine } from "@botyard/core";
import { writeLine } from "./streams.ts";

/** Logs a failure that has nobody else to tell; where the log cannot be written either, nothing is left to do. */
export function logQuietly(message: string, data?: object): void {
  try {
    writeLine("stderr", logLine("error", message, data, new Date()));
  } catch {
    // Nobody would hear that nobody hears.
  }
}
