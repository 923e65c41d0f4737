import type { Static, TObject, TSchema } from "typebox";
import type { Trace } from "../model/trace.ts";
import type { Once } from "../store/index.ts";
import type { Caller, Scope } from "../users/caller.ts";
import type { Parts } from "./parts.ts";

/** Who calls an operation, and whether the caller still waits. */
export interface Call {
  caller: Caller;
  /**
   * Aborts when the caller has gone, and the answer is then ignored, or when its access has ended, with the
   * {@link PlatformError} to answer as the reason.
   */
  gone: AbortSignal;
  /** The caller may see, stop and delete what belongs to other users. Doors that serve one user each leave it out. */
  administers?: boolean;
  /** The trace that the request belongs to. */
  trace?: Trace;
  /** The request has an Idempotency-Key: what it changes is stored together with the key. */
  once?: Once;
}

/** One thing that a person, a program or an assistant can do. Doors translate; the operation does. */
export interface Operation<Input extends TObject = TObject, Output = unknown> {
  /** Scope that the API key must have. */
  readonly scope: Scope;
  /** A `write` changes something: it counts towards the limit of writes and is repeated only with a key. */
  readonly kind: "read" | "write";
  /** It stores data, and is refused while the disk is nearly full. */
  readonly addsData?: boolean;
  /** Heading in the reference. */
  readonly tag: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** All parameters, by the names of the documents. */
  readonly input: Input;
  /** Parameters that `run` checks itself, because their rules are elsewhere or other errors come first. */
  readonly unchecked?: readonly (keyof Static<Input> & string)[];
  readonly output: TSchema;
  /** @throws {PlatformError} with a code of the error table */
  run(parts: Parts, call: Call, input: Static<Input>): Promise<Output>;
}

/** Declares an operation; checks its types. */
export function operation<Input extends TObject, Output>(
  row: Operation<Input, Output>,
): Operation<Input, Output> {
  return row;
}
