import type { Json } from "../json/index.ts";
import type { Failure, Observation, Step } from "../model.ts";
import { type Mismatch, match } from "./match.ts";

/** Messages and advice of the contract's errors. */
export interface ErrorTable {
  /** Returns a pattern of the code's messages; undefined for an unknown code. */
  messageOf(code: string): RegExp | undefined;
  adviceOf(code: string): string | undefined;
}

/** A step to be judged; the placeholders in `step` are filled in. */
export interface Judged {
  step: Step;
  seen: Observation;
  /** Capabilities that the testee lacks. */
  lacks: ReadonlySet<string>;
  errors: ErrorTable;
}

/** Returns a failure at a place within the step. */
export function finding(at: string, text: string, verdict: Failure["verdict"] = "fail"): Failure {
  return { verdict, at, text };
}

/** Returns one failure if the value does not match, otherwise none. */
export function mismatches(at: string, want: Json, got: Json): Failure[] {
  const mismatch: Mismatch | undefined = match(want, got);
  return mismatch ? [finding(at + mismatch.path, mismatch.text)] : [];
}
