import { botyardError, kindOf, kindOfJson } from "./errors/index.ts";
import { quote, readJson, utf8Length, writeJson } from "./json/index.ts";

/** The largest result document, in bytes [RES-16]. */
export const maxResultBytes = 1_048_576;

/**
 * Makes the document of `success` [RES-1, RES-2]; data is written if a second argument is passed, whatever its value.
 *
 * @throws {BotyardError} `result.invalid_message`, `result.invalid_data`, `result.too_large`
 */
export function successResult(message: unknown, ...data: [data?: unknown]): string {
  return report("success", message, data);
}

/**
 * Makes the document of `error` [RES-1, RES-2]; data is written if a second argument is passed, whatever its value.
 *
 * @throws {BotyardError} `result.invalid_message`, `result.invalid_data`, `result.too_large`
 */
export function errorResult(message: unknown, ...data: [data?: unknown]): string {
  return report("error", message, data);
}

/**
 * Makes the document of `result`: the object itself [RES-1].
 *
 * @throws {BotyardError} `result.invalid_data`, `result.too_large`
 */
export function customResult(data: unknown): string {
  const text = writeJson(data, invalidData);
  if (text[0] !== "{") throw invalidData(`a result must be an object, got ${kindOfJson(text)}`);
  return fitting(text);
}

function report(status: "success" | "error", message: unknown, data: [data?: unknown]): string {
  if (typeof message !== "string") throw botyardError("result.invalid_message", { kind: kindOf(message) });
  const start = `{"status":"${status}","message":${quote(message)}`;
  return fitting(data.length === 0 ? `${start}}` : `${start},"data":${writeJson(data[0], invalidData)}}`);
}

function fitting(document: string): string {
  const size = document.length * 3 <= maxResultBytes ? 0 : utf8Length(document);
  if (size > maxResultBytes) throw botyardError("result.too_large", { size });
  return document;
}

function invalidData(reason: string, cause?: unknown) {
  return botyardError("result.invalid_data", { reason }, cause);
}

/**
 * Judges a run [RES-14].
 *
 * @param exitCode exit code of the process; null if a signal ended it
 * @param resultText content of the result file; undefined if there is none
 */
export function runVerdict(exitCode: number | null, resultText: string | undefined): "success" | "error" {
  return exitCode === 0 && !reportsError(resultText) ? "success" : "error";
}

function reportsError(text: string | undefined): boolean {
  if (text === undefined) return false;
  try {
    const result = readJson(text);
    return (
      typeof result === "object" && result !== null && !Array.isArray(result) && result.status === "error"
    );
  } catch {
    return false;
  }
}
