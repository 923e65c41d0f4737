import type { Json } from "../json/index.ts";
import type { Failure, Observation, Step } from "../model.ts";
import { type Mismatch, match } from "./match.ts";

/** What the contract page says about its errors, as the judge needs it. */
export interface ErrorTable {
  /** Fits every message made from the code's template; undefined for a code that the table does not have. */
  messageOf(code: string): RegExp | undefined;
  adviceOf(code: string): string | undefined;
}

/** A step about to be judged: placeholders in `step` are already this run's own texts. */
export interface Judged {
  step: Step;
  seen: Observation;
  /** Capabilities that the testee lacks. */
  lacks: ReadonlySet<string>;
  errors: ErrorTable;
}

/** A failure of the step at a place within it. */
export function finding(at: string, text: string, verdict: Failure["verdict"] = "fail"): Failure {
  return { verdict, at, text };
}

/** The one finding that a mismatch makes, or none. */
export function mismatches(at: string, want: Json, got: Json): Failure[] {
  const mismatch: Mismatch | undefined = match(want, got);
  return mismatch ? [finding(at + mismatch.path, mismatch.text)] : [];
}
