import { botyardError } from "@botyard/core";
import { resultPath } from "./environment.ts";
import { replaceFile } from "./files.ts";
import { systemErrorName } from "./system-error.ts";

/**
 * Replaces the file at `RESULT_PATH` with a run's result or a one-shot query's answer.
 *
 * @throws {BotyardError} `result.write_failed`
 */
export function writeResult(document: string): void {
  const path = resultPath();
  try {
    replaceFile(path, document);
  } catch (cause) {
    throw botyardError("result.write_failed", { path, reason: systemErrorName(cause) }, cause);
  }
}
