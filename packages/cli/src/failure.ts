import { type ExitCode, exitCodes } from "./exit-codes.ts";

/** An error of a command: what failed and why, the exit code, and the next steps. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;
  /** Lines printed below the message, such as problems or candidates. */
  readonly details: readonly string[];
  /** Commands or steps that help, one per line. */
  readonly next: readonly string[];

  constructor(
    exitCode: ExitCode,
    message: string,
    more: { details?: readonly string[]; next?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.exitCode = exitCode;
    this.details = more.details ?? [];
    this.next = more.next ?? [];
  }
}

export const usage = (message: string, ...next: string[]) => new Failure(exitCodes.usage, message, { next });
export const invalid = (message: string, details: readonly string[] = [], ...next: string[]) =>
  new Failure(exitCodes.invalid, message, { details, next });
export const notFound = (message: string, details: readonly string[] = [], ...next: string[]) =>
  new Failure(exitCodes.notFound, message, { details, next });
export const failed = (message: string, details: readonly string[] = [], ...next: string[]) =>
  new Failure(exitCodes.failure, message, { details, next });
