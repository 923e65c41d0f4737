/**
 * What the compiled core offers, in Node.js and as WebAssembly alike: `node/src/lib.rs` and `wasm/src/lib.rs`. Values
 * cross as text where they can, because a text crosses in one call and a value would need one for each of its parts.
 */
export interface Engine {
  errorTable(): string;
  writeJson(value: unknown): Outcome;
  checkJson(text: string): Outcome;
  checkInput(id: string | undefined, config: string | undefined): Outcome;
  encodeKey(key: unknown): Outcome;
  keyOfFile(name: string): string | null | undefined;
  stateDocument(key: string, value: unknown): Outcome;
  checkStateDocument(key: string, content: Uint8Array, path: string): Outcome;
  getAs(key: string, value: unknown, type: string): Outcome;
  logLine(level: string, message: unknown, data: unknown, milliseconds: number): Outcome;
  readLine(text: string, isStandardError: boolean): string;
  metricLine(type: unknown, data: unknown, milliseconds: number): Outcome;
  resultDocument(isSuccess: boolean, message: unknown, data: unknown, hasData: boolean): Outcome;
  customResult(data: unknown): Outcome;
  runVerdict(exitCode: number | undefined, text: string | undefined): string;
}

/** A text, nothing, or why there is none. */
export type Outcome = string | null | undefined | Refusal;

/** An error as the core describes it. */
export interface Refusal {
  message: string;
  /** The code of the error table, with its advice; both are missing if a value has no JSON form and nothing else was asked. */
  code?: string;
  next?: string;
  /** The message of the error that caused this one. */
  source?: string;
  /** What code of the value has thrown. */
  cause?: unknown;
}
