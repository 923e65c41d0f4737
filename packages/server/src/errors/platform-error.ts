import { type ErrorCode, errors } from "./error-table.ts";

/** A problem in a request or a package. */
export interface ErrorItem {
  /** JSON pointer into the body, or the name of a parameter. */
  pointer?: string;
  detail: string;
  /** Stable code of the problem, if it has one. */
  code?: string;
  file?: string;
  line?: number;
  column?: number;
  /** What to do about it. */
  next?: string;
  /** `warning`: does not cause the request to be refused. */
  severity?: "error" | "warning";
}

/** A quota of a user that a request would exceed. */
export interface ExceededQuota {
  name: string;
  used: number;
  limit: number;
  /** The environment variable with which the operator sets it. */
  setting: string;
}

/** An error that is reported to the caller. `code` determines status and title; the message is the detail. */
export class PlatformError extends Error {
  readonly code: ErrorCode;
  readonly errors: ErrorItem[] | undefined;
  readonly headers: Record<string, string>;
  readonly quota: ExceededQuota | undefined;
  /** SHA-256s of contents that the caller must send first. */
  readonly missing: readonly string[] | undefined;

  constructor(
    code: ErrorCode,
    detail: string = errors[code].title,
    more: {
      errors?: ErrorItem[];
      headers?: Record<string, string>;
      quota?: ExceededQuota;
      missing?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = "PlatformError";
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.quota = more.quota;
    this.missing = more.missing;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** Returns the message of what was thrown, without the name of its class. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the error for requests that arrive while the platform is stopping. */
export function stopping(): PlatformError {
  return new PlatformError("shutting_down", undefined, { headers: { "retry-after": "5" } });
}

/** Returns the error for a bot that cannot be started because its isolation could not be established. */
export function notIsolated({
  why,
  retryAfterSeconds,
}: {
  why: string;
  retryAfterSeconds: number;
}): PlatformError {
  return new PlatformError("isolation_unavailable", why, {
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** @throws {PlatformError} `data_dir_copied`, if the engine runs no bots because the data folder is a copy */
export function requireOriginal(engine: { copy(): string | undefined }): void {
  const why = engine.copy();
  if (why !== undefined) throw new PlatformError("data_dir_copied", why);
}

/** Returns true for errors by which SQLite and the kernel report a full disk, and for errors caused by them. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return true;
  return cause !== undefined && isDiskFull(cause);
}
