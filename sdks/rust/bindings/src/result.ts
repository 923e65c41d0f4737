import type { Engine } from "./engine.ts";
import { textOf } from "./errors.ts";

/** The verdict on a run. */
export type Status = "success" | "error";

/** The documents of a run's result. */
export interface Result {
  /**
   * Makes the document of `success` or `error` [RES-1, RES-2]; data is written if a third argument is passed, whatever its
   * value.
   *
   * @throws {BotyardError} `result.invalid_message`, `result.invalid_data`, `result.too_large`
   */
  document(status: Status, message: unknown, ...data: [data?: unknown]): string;
  /**
   * Makes the document of `result`: the object itself [RES-1].
   *
   * @throws {BotyardError} `result.invalid_data`, `result.too_large`
   */
  custom(data: unknown): string;
  /**
   * Judges a run [RES-14].
   *
   * @param exitCode exit code of the process; null if a signal ended it
   * @param text content of the result file; undefined if there is none
   */
  verdict(exitCode: number | null, text: string | undefined): Status;
}

export const resultOf = (engine: Engine): Result => ({
  document: (status, message, ...data) =>
    textOf(engine.resultDocument(status === "success", message, data[0], data.length > 0)),
  custom: (data) => textOf(engine.customResult(data)),
  verdict: (exitCode, text) => engine.runVerdict(exitCode ?? undefined, text) as Status,
});
