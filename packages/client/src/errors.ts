import type { PointerError, ProblemDocument } from "./types.ts";

/**
 * An error response. That of the platform is a problem document, whose `code` is stable; programs can branch on it. Without
 * one, the response is of a proxy or of another server, and `code` is `http_` with the status.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** What to do, in one sentence, if the platform suggests something. */
  readonly hint: string | undefined;
  /** The problems of an invalid document, with their places. */
  readonly errors: readonly PointerError[];
  /** SHA-256 of the contents that the platform lacks, of `files_missing`. */
  readonly missing: readonly string[];
  /** Id of the request in the platform's log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Whether the platform answered, not a proxy in front of it or another server. */
  readonly byPlatform: boolean;
  /** The name of the server that answered, if it is not the platform and says it, such as `nginx/1.22.1`. */
  readonly server: string | undefined;
  /** Size of the request's body in bytes, if it had one. */
  readonly sentBytes: number | undefined;

  constructor(status: number, problem: Partial<ProblemDocument>, headers: Headers, sentBytes?: number) {
    const byPlatform = problem.code !== undefined;
    const server = byPlatform ? undefined : serverIn(headers);
    const who = byPlatform ? "The platform" : (server ?? "A proxy or another server");
    const said = `${who} answered with status ${status}${byPlatform ? "" : ", not the platform"}.`;
    super(problem.detail ?? problem.title ?? said);
    this.status = status;
    this.byPlatform = byPlatform;
    this.server = server;
    this.sentBytes = sentBytes;
    this.code = problem.code ?? `http_${status}`;
    this.hint = problem.hint;
    this.errors = problem.errors ?? [];
    this.missing = problem.missing ?? [];
    this.requestId = problem.request_id ?? headers.get("x-request-id") ?? undefined;
    this.retryAfterSeconds = retryAfter(headers);
  }
}

/** There was no response: the connection was refused or lost, or the request timed out. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  readonly url: string;
  /** System error code, such as `ECONNREFUSED`, or `TIMEOUT`, or `PLAIN_HTTP` for `https://` to a port without TLS. */
  readonly code: string;

  constructor(url: string, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.url = url;
    this.code = code;
  }
}

/** The response is not JSON, so the server is probably not a Botyard platform. */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError";
}

/** Returns the first product of a `Server` header. */
function serverIn(headers: Headers): string | undefined {
  return /^[\w.-]{1,40}(\/[\w.-]{1,20})?/.exec(headers.get("server") ?? "")?.[0];
}

/** Returns the seconds of a `Retry-After` header, which holds a number or a date. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
