import { botyardError, type LogLevel, logLine } from "@botyard/core";
import { now } from "./process/clock.ts";
import { writeLine } from "./process/streams.ts";
import { systemErrorName } from "./process/system-error.ts";

/**
 * Writes a log record of level debug, for details that only help the bot's author: one line on standard error, with the
 * time in UTC to the millisecond [LOG-1].
 *
 * @param message what happened
 * @param data details, a JSON object; null counts as not given
 * @throws {BotyardError} `log.invalid_message` if the message is not a string, `log.invalid_data` if the data is not an
 * object or has no JSON form, `log.write_failed` if standard error cannot be written [LOG-2, LOG-3]
 * @example
 * log.debug("asked the feed", { milliseconds: 12 });
 */
export function debug(message: string, data?: object | null): void {
  write("debug", message, data);
}

/**
 * Writes a log record of level info, for what the bot does. Parameters and errors as for {@link debug}.
 *
 * @example
 * log.info("bought", { symbol: "AAPL", shares: 10 });
 */
export function info(message: string, data?: object | null): void {
  write("info", message, data);
}

/**
 * Writes a log record of level warn, for what is unexpected but no failure. Parameters and errors as for {@link debug}.
 *
 * @example
 * log.warn("the feed is late", { seconds: 90 });
 */
export function warn(message: string, data?: object | null): void {
  write("warn", message, data);
}

/**
 * Writes a log record of level error, for a failure after which the bot continues. Parameters and errors as for
 * {@link debug}.
 *
 * @example
 * log.error("no price", { symbol: "AAPL" });
 */
export function error(message: string, data?: object | null): void {
  write("error", message, data);
}

function write(level: LogLevel, message: string, data: object | null | undefined): void {
  const line = logLine(level, message, data, now());
  try {
    writeLine("stderr", line);
  } catch (cause) {
    throw botyardError("log.write_failed", { reason: systemErrorName(cause) }, cause);
  }
}
