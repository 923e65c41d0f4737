import { botyardError, customResult, errorResult, successResult } from "@botyard/core";
import { endProcess } from "./process/end.ts";
import { isQueryProcess } from "./process/environment.ts";
import { logQuietly } from "./process/quiet-log.ts";
import { writeResult } from "./process/result-file.ts";

/**
 * Reports that the run succeeded [RES-1]. The run goes on; the last report wins.
 *
 * @param message what was done, in words
 * @param data any JSON value, kept beside the message; undefined means none
 * @throws {BotyardError} `result.in_query`, `result.invalid_message`, `result.invalid_data`, `result.too_large`,
 * `result.write_failed`
 */
export function success(message: string, data?: unknown): void {
  refuseInQuery("success");
  writeResult(data === undefined ? successResult(message) : successResult(message, data));
}

/**
 * Reports that the run succeeded, with data [RES-2]: an empty object and `null` are kept.
 *
 * @throws {BotyardError} as {@link success}
 */
export function successWithData(message: string, data: unknown): void {
  refuseInQuery("success");
  writeResult(successResult(message, data));
}

/**
 * Reports that the run failed and ends the process with exit code 1, at once: no `catch` or `finally` runs [RES-7, RES-8].
 * The message goes to the log as well, the data to the result only.
 *
 * @param message what went wrong, in words
 * @param data any JSON value, kept beside the message; undefined means none
 * @throws {BotyardError} `result.in_query`, `result.invalid_message`, `result.invalid_data`, `result.too_large`; then the
 * process goes on
 */
export function error(message: string, data?: unknown): never {
  refuseInQuery("error");
  failRun(message, data === undefined ? errorResult(message) : errorResult(message, data));
}

/**
 * Reports that the run failed, with data, and ends the process like {@link error}.
 *
 * @throws {BotyardError} as {@link error}
 */
export function errorWithData(message: string, data: unknown): never {
  refuseInQuery("error");
  failRun(message, errorResult(message, data));
}

/**
 * Reports an object of the bot's own shape as the run's result [RES-1]. One whose `status` is `"error"` makes the run
 * count as failed [RES-14].
 *
 * @throws {BotyardError} `result.in_query`, `result.invalid_data`, `result.too_large`, `result.write_failed`
 */
export function result(data: object): void {
  refuseInQuery("result");
  writeResult(customResult(data));
}

function refuseInQuery(name: string): void {
  if (isQueryProcess()) throw botyardError("result.in_query", { function: name });
}

function failRun(message: string, document: string): never {
  const messages = [message];
  try {
    writeResult(document);
  } catch (failure) {
    messages.push((failure as Error).message);
  }
  for (const text of messages) logQuietly(text);
  endProcess(1);
}
