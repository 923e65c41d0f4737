import type { PointerError, ProblemDocument } from "./types.ts";

/** The platform refused a request: its problem document as an error. `code` is the stable name to branch on. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** One sentence of what to do now, where the platform knows. */
  readonly hint: string | undefined;
  /** What is wrong where, for refused documents. */
  readonly errors: readonly PointerError[];
  /** The id to look for in the platform's own log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<ProblemDocument>, headers: Headers) {
    super(problem.detail ?? problem.title ?? `The platform answered with status ${status}.`);
    this.status = status;
    this.code = problem.code ?? `http_${status}`;
    this.hint = problem.hint;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? headers.get("x-request-id") ?? undefined;
    this.retryAfterSeconds = retryAfter(headers);
  }
}

/** No answer came: nothing listens, the connection broke, or the time-out passed. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  readonly url: string;
  /** The system's name for it (`ECONNREFUSED`), or `TIMEOUT`. */
  readonly code: string;

  constructor(url: string, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.url = url;
    this.code = code;
  }
}

/** Something answered, but not a Botyard platform: no JSON where JSON was due. */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError";
}

/** Seconds of a Retry-After header, in both of its forms. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
