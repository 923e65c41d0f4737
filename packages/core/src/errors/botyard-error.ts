import { type ErrorCode, errorTable } from "./errors.gen.ts";

type Slots<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never;

/** The values for the placeholders of a code's message. */
export type ErrorValues<Code extends ErrorCode> = Record<
  Slots<(typeof errorTable)[Code]["message"]>,
  string | number
>;

/**
 * An error of the contract [ERR-1]: `code` for programs, `message` and `next` for people, `cause` if there is one.
 *
 * @example
 * try {
 *   state.set("", 1);
 * } catch (error) {
 *   if (!(error instanceof BotyardError)) throw error;
 *   console.log(error.code); // state.invalid_key
 *   log.warn(error.message, { advice: error.next });
 * }
 */
export class BotyardError extends Error {
  /** The code of the error table, such as `state.read_only`. The compiler refuses a comparison with any other text. */
  readonly code: ErrorCode;
  /** The advice of the error table, in full sentences [ERR-3]. */
  readonly next: string;

  /** Bots only catch errors; the SDK makes them. */
  constructor(code: ErrorCode, values: Record<string, string | number>, cause?: unknown) {
    const { message, next } = errorTable[code];
    super(
      message.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot)),
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.next = next;
  }
}

BotyardError.prototype.name = "BotyardError";
// A minifier may have given the class another name.
Object.defineProperty(BotyardError, "name", { value: "BotyardError" });

/** Makes the error of a code; `values` has one value for each placeholder of its message. */
export function botyardError<Code extends ErrorCode>(
  code: Code,
  values: ErrorValues<Code>,
  cause?: unknown,
): BotyardError {
  return new BotyardError(code, values, cause);
}
