import { botyardError, customResult, errorResult, successResult } from "@botyard/core";
import { endProcess } from "./process/end.ts";
import { isQueryProcess } from "./process/environment.ts";
import { logQuietly } from "./process/quiet-log.ts";
import { writeResult } from "./process/result-file.ts";

/**
 * Reports that the run succeeded [RES-1]. The run continues; the last report wins.
 *
 * @param message what was done
 * @param data any JSON value, written with the message; undefined means none
 * @throws {BotyardError} `result.in_query`, `result.invalid_message`, `result.invalid_data`, `result.too_large`,
 * `result.write_failed`
 */
export function success(message: string, data?: unknown): void {
  refuseInQuery("success");
  writeResult(data === undefined ? successResult(message) : successResult(message, data));
}

/**
 * Reports that the run succeeded, with data [RES-2]; an empty object and `null` are kept.
 *
 * @throws {BotyardError} the codes of {@link success}
 */
export function successWithData(message: string, data: unknown): void {
  refuseInQuery("success");
  writeResult(successResult(message, data));
}

/**
 * Reports that the run failed and ends the process at once with exit code 1; no `catch` or `finally` runs
 * [RES-7, RES-8]. The message is also logged; the data is not. A result that another worker thread is writing is not
 * waited for.
 *
 * @param message what went wrong
 * @param data any JSON value, written with the message; undefined means none
 * @throws {BotyardError} `result.in_query`, `result.invalid_message`, `result.invalid_data`, `result.too_large`; the
 * process then continues
 */
export function error(message: string, data?: unknown): never {
  refuseInQuery("error");
  failRun(message, data === undefined ? errorResult(message) : errorResult(message, data));
}

/**
 * Reports that the run failed, with data, and ends the process like {@link error}.
 *
 * @throws {BotyardError} the codes of {@link error}
 */
export function errorWithData(message: string, data: unknown): never {
  refuseInQuery("error");
  failRun(message, errorResult(message, data));
}

/**
 * Reports an object of your own as the run's result [RES-1]. If its `status` is `"error"`, the run counts as failed
 * [RES-14].
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
