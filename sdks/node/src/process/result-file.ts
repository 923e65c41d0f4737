import { dirname } from "node:path";
import { botyardError } from "@botyard/core";
import { resultPath } from "./environment.ts";
import { flushDirectory, replaceFile } from "./files.ts";
import { systemErrorName } from "./system-error.ts";

/**
 * Replaces the file at `RESULT_PATH` with a run's result, which is on disk on return.
 *
 * @throws {BotyardError} `result.write_failed`
 */
export function writeResult(document: string): void {
  writeAnswer(document);
  flushDirectory(dirname(resultPath()));
}

/**
 * Puts a one-shot query's answer in the place of the file at `RESULT_PATH`. The caller does not survive a crash of
 * the machine, so that the name of the file need not.
 *
 * @throws {BotyardError} `result.write_failed`
 */
export function writeAnswer(document: string): void {
  const path = resultPath();
  try {
    replaceFile(path, document);
  } catch (cause) {
    throw botyardError("result.write_failed", { path, reason: systemErrorName(cause) }, cause);
  }
}
