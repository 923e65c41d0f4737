import { botyardError, customResult, errorResult, successResult } from "@botyard/core";
import { endProcess } from "./process/end.ts";
import { isQueryProcess } from "./process/environment.ts";
import { logQuietly } from "./process/quiet-log.ts";
import { writeResult } from "./process/result-file.ts";

/**
 * Reports that the run succeeded [RES-1]. On return the result is on disk; the run continues, and the last report wins.
 *
 * @param message what was done
 * @param data any JSON value, written with the message; undefined means none
 * @throws {BotyardError} `result.in_query` in a query process, whose handlers return their answers,
 * `result.invalid_message` if the message is not a string, `result.invalid_data` if the data has no JSON form,
 * `result.too_large` if the result is longer than 1,048,576 bytes as JSON, `result.write_failed` if the file at
 * `RESULT_PATH` cannot be written [RES-3, RES-6, RES-12, RES-16]
 * @example
 * success("looked at 2 stocks", ["AAPL", "MSFT"]);
 */
export function success(message: string, data?: unknown): void {
  refuseInQuery("success");
  writeResult(data === undefined ? successResult(message) : successResult(message, data));
}

/**
 * Reports that the run succeeded, with data [RES-2]; an empty object and `null` are kept.
 *
 * @param message what was done
 * @param data any JSON value; undefined has no JSON form and is refused
 * @throws {BotyardError} the codes of {@link success}
 * @example
 * successWithData("read the price", { AAPL: 187.5 });
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
 * @throws {BotyardError} the codes of {@link success} except `result.write_failed`; the process then continues
 * @example
 * const prices: Record<string, number> = { MSFT: 412 };
 * const price = prices[input.parse<{ symbol: string }>().config.symbol];
 * if (price === undefined) error("there is no such price", { known: Object.keys(prices) });
 * console.log(price.toFixed(2));
 */
export function error(message: string, data?: unknown): never {
  refuseInQuery("error");
  failRun(message, data === undefined ? errorResult(message) : errorResult(message, data));
}

/**
 * Reports that the run failed, with data, and ends the process like {@link error}.
 *
 * @param message what went wrong
 * @param data any JSON value; undefined has no JSON form and is refused
 * @throws {BotyardError} the codes of {@link error}
 * @example
 * errorWithData("the broker refused the order", { symbol: "AAPL", shares: 10 });
 */
export function errorWithData(message: string, data: unknown): never {
  refuseInQuery("error");
  failRun(message, errorResult(message, data));
}

/**
 * Reports an object of your own as the run's result [RES-1]. If its `status` is `"error"`, the run counts as failed
 * [RES-14]. The run continues, and the last report wins.
 *
 * @param data a JSON object of at most 1,048,576 bytes
 * @throws {BotyardError} the codes of {@link success} except `result.invalid_message`
 * @example
 * result({ status: "success", bought: 10, price: 187.5 });
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
