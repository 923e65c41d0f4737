import { UnexpectedAnswerError, UnreachableError } from "./errors.ts";
import { refusalOf } from "./refusal.ts";

/** One request and its response, for tracing. Does not contain the key. */
export interface Exchange {
  method: string;
  url: string;
  /** Absent if there was no response. */
  status?: number;
  milliseconds: number;
  requestId?: string;
  attempt: number;
}

export interface TransportOptions {
  /** The API root, such as `http://127.0.0.1:7070/api/v1`. */
  url: string;
  key?: string | undefined;
  userAgent?: string | undefined;
  fetch?: typeof fetch | undefined;
  /** Waits before a retry (default: a timer). */
  sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
  /** Parses JSON of responses and of the stream (default: `JSON.parse`, which rounds long numbers to doubles). */
  parse?: ((text: string) => unknown) | undefined;
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

export type QueryValues = Record<string, string | number | boolean | undefined>;

export interface Call {
  query?: QueryValues;
  json?: unknown;
  body?: Blob | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Sends a new `Idempotency-Key`, so that a POST can be retried. */
  once?: boolean;
  /** Time limit in milliseconds (default: 30000). */
  timeoutMs?: number;
  /** Returns true for responses outside 2xx that are not errors. */
  accept?: (status: number, contentType: string) => boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

const attempts = 3;
/** If the platform asks for a longer pause, the error is thrown instead of retrying. */
const longestPauseSeconds = 20;

export class Transport {
  readonly url: string;
  readonly key: string | undefined;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.url = options.url;
    this.key = options.key;
    this.#options = options;
  }

  /**
   * Sends a request and returns the JSON of the response.
   *
   * @throws {ApiError} if the platform refuses the request
   * @throws {UnreachableError} if there is no response
   * @throws {UnexpectedAnswerError} if the response is not JSON
   */
  async json<T>(method: string, path: string, call: Call = {}): Promise<T> {
    const { bytes, status } = await this.send(method, path, call);
    try {
      return (this.#options.parse ?? JSON.parse)(new TextDecoder().decode(bytes)) as T;
    } catch (cause) {
      throw new UnexpectedAnswerError(
        `The response of ${this.url}${path} (status ${status}) is not JSON. Is it a Botyard platform?`,
        { cause },
      );
    }
  }

  /**
   * Sends a request and returns the bytes of the response. Retries reads and calls with an `Idempotency-Key`.
   *
   * @throws {ApiError} if the platform refuses the request
   * @throws {UnreachableError} if there is no response
   */
  async send(method: string, path: string, call: Call = {}): Promise<Answer> {
    const safe = method === "GET" || call.once === true;
    const idempotencyKey = call.once ? crypto.randomUUID() : undefined;
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === attempts || !safe;
      try {
        const answer = await this.#exchange(method, path, call, attempt, idempotencyKey);
        const type = answer.headers.get("content-type") ?? "";
        if ((answer.status >= 200 && answer.status < 300) || call.accept?.(answer.status, type))
          return answer;
        const error = refusalOf(answer, sizeOf(bodyOf(call)));
        const pause = error.retryAfterSeconds ?? backoff(attempt);
        const passing = error.status === 429 || error.status === 503;
        if (last || !passing || pause > longestPauseSeconds) throw error;
        await this.#sleep(pause * 1000);
      } catch (error) {
        if (last || !(error instanceof UnreachableError) || error.code === "TIMEOUT") throw error;
        await this.#sleep(backoff(attempt) * 1000);
      }
    }
  }

  async #exchange(
    method: string,
    path: string,
    call: Call,
    attempt: number,
    idempotencyKey?: string,
  ): Promise<Answer> {
    const url = `${this.url}${path}${search(call.query)}`;
    const headers: Record<string, string> = { accept: "application/json", ...call.headers };
    if (this.#options.userAgent) headers["user-agent"] = this.#options.userAgent;
    if (this.key) headers.authorization = `ApiKey ${this.key}`;
    if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
    if (call.json !== undefined) headers["content-type"] = "application/json";
    const body = bodyOf(call);
    const timeout = AbortSignal.timeout(call.timeoutMs ?? 30_000);
    const signal = this.#options.signal ? AbortSignal.any([timeout, this.#options.signal]) : timeout;
    const began = performance.now();
    const tell = (status?: number, requestId?: string | null) =>
      this.#options.onExchange?.({
        method,
        url,
        ...(status === undefined ? {} : { status }),
        ...(requestId ? { requestId } : {}),
        milliseconds: Math.round(performance.now() - began),
        attempt,
      });
    try {
      const response = await (this.#options.fetch ?? fetch)(url, {
        method,
        headers,
        signal,
        redirect: "error",
        ...(body === undefined ? {} : { body }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      tell(response.status, response.headers.get("x-request-id"));
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      tell();
      if (this.#options.signal?.aborted) throw this.#options.signal.reason;
      throw unreachable(url, error, timeout.aborted);
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return (this.#options.sleep ?? pause)(milliseconds);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function backoff(attempt: number): number {
  return 0.2 * 3 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

function search(query: QueryValues = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? "" : `?${parameters}`;
}

const bodyOf = ({ json, body }: Call) => (json === undefined ? body : JSON.stringify(json));

function sizeOf(body: ReturnType<typeof bodyOf>): number | undefined {
  if (typeof body === "string") return new TextEncoder().encode(body).length;
  return body instanceof Blob ? body.size : body?.length;
}

/** Codes of OpenSSL for an answer that is not TLS. */
const plain = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO"];

function unreachable(url: string, error: unknown, timedOut: boolean): UnreachableError {
  const { origin } = new URL(url);
  if (timedOut)
    return new UnreachableError(url, "TIMEOUT", `The request to ${origin} timed out.`, { cause: error });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { code?: string }).code ?? "FETCH_FAILED";
  const why: Record<string, string> = {
    ECONNREFUSED: "connection refused",
    ENOTFOUND: "host not found",
    EAI_AGAIN: "the host name could not be resolved",
    ECONNRESET: "connection reset",
    UND_ERR_SOCKET: "the connection was closed",
  };
  if (plain.includes(code))
    return new UnreachableError(
      url,
      "PLAIN_HTTP",
      `The request to ${origin} failed: this platform speaks plain HTTP. Use ${origin.replace("https:", "http:")}.`,
      { cause: error },
    );
  const reason = why[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new UnreachableError(url, code, `The request to ${origin} failed: ${reason}.`, { cause: error });
}
