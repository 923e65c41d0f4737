import type { operations } from "../../src/operations/index.ts";
import type { Client } from "../http/harness.ts";

export type OperationName = keyof typeof operations;
export type Input = Record<string, unknown>;

/** What a caller sees of an answer. */
export interface Seen {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The operation was not done. */
  refused: boolean;
}

/** A way to call operations. The matrix of isolation.test.ts is run through each door. */
export interface Door {
  readonly name: string;
  readonly operations: readonly OperationName[];
  /** False if the door has no way to ask this. */
  takes?(operation: OperationName, input: Input): boolean;
  call(client: Client, operation: OperationName, input: Input): Promise<Seen>;
}
