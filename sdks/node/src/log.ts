import { botyardError, type LogLevel, logLine } from "@botyard/core";
import { writeLine } from "./process/streams.ts";
import { systemErrorName } from "./process/system-error.ts";

/**
 * Writes a log record of level debug: one line on standard error [LOG-1].
 *
 * @param message what happened
 * @param data details, a JSON object; null counts as not given
 * @throws {BotyardError} `log.invalid_message`, `log.invalid_data`, `log.write_failed`
 */
export function debug(message: string, data?: object | null): void {
  write("debug", message, data);
}

/** Writes a log record of level info. Parameters and errors as for {@link debug}. */
export function info(message: string, data?: object | null): void {
  write("info", message, data);
}

/** Writes a log record of level warn. Parameters and errors as for {@link debug}. */
export function warn(message: string, data?: object | null): void {
  write("warn", message, data);
}

/** Writes a log record of level error; the bot continues. Parameters and errors as for {@link debug}. */
export function error(message: string, data?: object | null): void {
  write("error", message, data);
}

function write(level: LogLevel, message: string, data: object | null | undefined): void {
  const line = logLine(level, message, data, new Date());
  try {
    writeLine("stderr", line);
  } catch (cause) {
    throw botyardError("log.write_failed", { reason: systemErrorName(cause) }, cause);
  }
}
