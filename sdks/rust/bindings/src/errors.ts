import type { Engine, Outcome, Refusal } from "./engine.ts";

/** An error of the contract [ERR-1]: `code` for programs, `message` and `next` for people, `cause` if there is one. */
export class BotyardError extends Error {
  /** The code of the error table, such as `state.invalid_key`. */
  readonly code: string;
  /** The advice of the error table, in full sentences [ERR-3]. */
  readonly next: string;

  constructor(code: string, message: string, next: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.next = next;
  }
}

BotyardError.prototype.name = "BotyardError";

/** An error for text that is not JSON by the contract; the message gives line and column and never quotes the text. */
export class JsonSyntaxError extends SyntaxError {
  override readonly name = "JsonSyntaxError";
}

/** The error table: the message template and the advice of each code [ERR-1, ERR-2, ERR-3]. */
export interface Errors {
  readonly table: { readonly [code: string]: { readonly message: string; readonly next: string } };
}

export const errorsOf = (engine: Engine): Errors => ({ table: JSON.parse(engine.errorTable()) });

/** Returns the text of an outcome. */
export function textOf(outcome: Outcome): string {
  if (typeof outcome === "string") return outcome;
  throw errorOf(outcome!);
}

/** Throws unless the outcome is that all is well. */
export function check(outcome: Outcome): void {
  if (typeof outcome === "object" && outcome !== null) throw errorOf(outcome);
}

/** Makes the error that a refusal describes. */
export function errorOf({ code, message, next, source, ...more }: Refusal): Error {
  const cause = "cause" in more ? more.cause : source === undefined ? undefined : new JsonSyntaxError(source);
  const options = cause === undefined ? undefined : { cause };
  return code === undefined || next === undefined
    ? new TypeError(message, options)
    : new BotyardError(code, message, next, options);
}
