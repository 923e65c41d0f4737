import type {
  BotStatus,
  Failure,
  LogFixture,
  MetricFixture,
  RetryFixture,
  RunBehavior,
  Scenario,
} from "./scenario.ts";

/** A request that the mock was asked. */
export interface RecordedRequest {
  /** Also in the header `X-Request-Id` of the answer. */
  request_id: string;
  /** Time of the clock of the mock. */
  at: string;
  method: string;
  /** Path and query string. */
  path: string;
  headers: Record<string, string>;
  /** Name of the operation, as in the OpenAPI document; `subscribe` for a message of a stream; absent if there is none. */
  operation?: string;
  /** Absent for a request without a valid key. */
  caller?: { user: string; key_id: string };
  /** Parameters of the operation; absent if the request was refused before they were read. */
  input?: Record<string, unknown>;
  /** Absent until the request is answered, and if the connection was cut. */
  status?: number;
  /** Code of the problem document, if the answer is one. */
  code?: string;
}

export interface MockClock {
  now(): Date;
  /** Sets the time; the clock is then paused. */
  set(time: Date | string): Promise<void>;
  /** Moves the time forward; what is due on the way happens in order. */
  advance(milliseconds: number): Promise<void>;
}

export interface MockPlatform {
  /** `{base_url}`, without a trailing slash: `http://127.0.0.1:7070` until {@link listen}. */
  readonly url: string;
  /** `{api_url}`. */
  readonly apiUrl: string;
  /** A key of the first user. */
  readonly key: string;
  readonly clock: MockClock;
  /** The requests in the order of their arrival. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  /** Resolves to the first request of an operation that is answered, which may be one of the past. */
  requested(operation: string): Promise<RecordedRequest>;
  /** Returns the first key of a user. */
  keyOf(user: string): string;
  /** Returns the keys of a user, in the order of the scenario. */
  keysOf(user: string): readonly string[];
  /** Answers a request without a socket. Rejects like `fetch` if a failure cuts the connection. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Listens on a port (default: a free one of 127.0.0.1). Returns the address. */
  listen(options?: { port?: number; host?: string }): Promise<string>;
  /** Has requests fail or take time, before the failures that exist. Returns a function that ends it. */
  fail(failure: Failure): () => void;
  clearFailures(): void;
  /** Adds lines to the log of a bot, given by id or name. */
  addLogs(bot: string, lines: readonly LogFixture[]): void;
  addMetrics(bot: string, metrics: readonly MetricFixture[]): void;
  /** Removes log lines or metrics up to a number, as the platform does after some days: streams report a gap. */
  expire(bot: string, channel: "logs" | "metrics", upTo: number): void;
  /** Cuts the connections of all streams. Returns their number. */
  cutStreams(): number;
  /** Changes the status of a bot, as the platform does. */
  setStatus(
    bot: string,
    status: BotStatus,
    more?: { reason?: string; detail?: string; retry?: RetryFixture },
  ): void;
  /** Ends a run that is queued or running. */
  finishRun(runId: string, outcome?: Omit<RunBehavior, "delay_ms" | "hold">): Promise<void>;
  /** Begins again with a scenario (default: the first one). Recorded requests are forgotten. */
  reset(scenario?: Scenario): Promise<void>;
  /** Resolves when all changes that requests have caused are done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
