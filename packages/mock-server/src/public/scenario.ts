import type { SettingsFixture } from "./settings.gen.ts";

/** A point in time: RFC 3339, or relative to the clock of the mock, such as `-90s`, `-5m`, `-2h` or `-1d`. */
export type Moment = string;

export type Scope = "read" | "deploy" | "admin";

export type BotStatus =
  | "pending"
  | "starting"
  | "running"
  | "idle"
  | "backing_off"
  | "stopping"
  | "stopped"
  | "failed";

export type RunStatus =
  | "queued"
  | "running"
  | "success"
  | "error"
  | "timed_out"
  | "canceled"
  | "skipped"
  | "missed"
  | "lost";

export interface KeyFixture {
  name?: string;
  /** Default: all scopes. */
  scopes?: Scope[];
  /** The key itself (default: one that is always the same for this user and position). */
  key?: string;
  expires_at?: Moment;
}

export interface UserFixture {
  name: string;
  /** Default: `admin` for the first user, `user` for the others. */
  role?: "admin" | "user";
  /** Default: one key with all scopes. */
  keys?: KeyFixture[];
}

/** A log line: its message, or all of its fields. */
export type LogFixture =
  | string
  | {
      message: string;
      level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
      fields?: Record<string, unknown>;
      time?: Moment;
      stream?: "stdout" | "stderr" | "system";
      truncated?: true;
      dropped_before?: number;
      dropped_metrics?: number;
    };

export interface MetricFixture {
  type: string;
  data: Record<string, unknown>;
  time?: Moment;
}

export interface RunFixture {
  id?: string;
  /** Default: `success`. */
  status?: RunStatus;
  tick?: Moment;
  scheduled_at?: Moment;
  started_at?: Moment;
  finished_at?: Moment;
  exit_code?: number;
  signal?: string;
  result?: unknown;
  detail?: string;
  /** Of a missed run: how late it was. */
  late_seconds?: number;
  start_deadline_seconds?: number;
  logs?: LogFixture[];
}

/** An answer to a query. It has one of `value`, `text`, `error` and `outcome`. */
export interface AnswerFixture {
  /** Only for queries with these parameters; others are ignored. */
  params?: Record<string, unknown>;
  /** The JSON value that the handler returns. */
  value?: unknown;
  /** The answer as JSON text, byte for byte. */
  text?: string;
  /** The handler fails with this message. */
  error?: string;
  /** The bot does not answer. */
  outcome?: "not_running" | "not_listening" | "too_many" | "broken" | "timed_out";
  /** Status of the answer with `text` (default: 200). */
  status?: 200 | 400 | 404 | 500;
  /** Time that the bot takes. */
  delay_ms?: number;
}

/** A query handler; only in a scenario that is an object. */
export type AnswerFunction = (params: Record<string, unknown>) => unknown;

/** The next start of a bot in status `backing_off`. */
export interface RetryFixture {
  /** Seconds from now. */
  seconds: number;
  attempts_left?: number;
}

/** What happens when a realtime bot is started. */
export interface StartFixture {
  /** Default: `running`. */
  status?: "running" | "backing_off" | "failed";
  reason?: "crash_loop" | "package_corrupt" | "start_error" | "isolation_unavailable" | "quota_exceeded";
  detail?: string;
  retry?: RetryFixture;
  delay_ms?: number;
  logs?: LogFixture[];
  metrics?: MetricFixture[];
}

/** What happens when a scheduled bot is run. */
export interface RunBehavior {
  /** Default: `success`. */
  status?: "success" | "error" | "timed_out" | "lost";
  result?: unknown;
  exit_code?: number;
  detail?: string;
  /** Time that the run takes. */
  delay_ms?: number;
  /** The run lasts until it is canceled or `finishRun` is called. */
  hold?: boolean;
  logs?: LogFixture[];
  metrics?: MetricFixture[];
}

/** What a bot uses while its process, or a run, is up. */
export interface UsageFixture {
  /** Default: 48 MiB. */
  memory_bytes?: number;
  /** Processor cores (default: 0.02). */
  cores?: number;
  /** Processes and threads (default: 3). */
  processes?: number;
}

export interface Behavior {
  usage?: UsageFixture;
  /** Answers to queries, by path; of several answers, the first whose `params` match. */
  answers?: Record<string, AnswerFixture | AnswerFixture[] | AnswerFunction>;
  start?: StartFixture;
  run?: RunBehavior;
}

export interface CustomBotFixture extends Behavior {
  name: string;
  /** Default: `1.0.0`. */
  version?: string;
  /** Default: `realtime`. */
  type?: "realtime" | "scheduled";
  /** Default: `python311`. */
  runtime?: string;
  description?: string;
  author?: string;
  metadata?: { categories?: string[]; tags?: string[]; complexity?: string };
  /** The configuration schema (default: an object with any fields). */
  schema?: Record<string, unknown>;
  readme?: string;
  /** Whether it has a query entrypoint (default: true if there are answers). */
  queries?: boolean;
  /** Name of a user (default: the first one). */
  owner?: string;
}

/** A bot. By default its version is `latest`, and the schedule of a scheduled bot every hour. */
export interface BotFixture extends Behavior, SettingsFixture {
  bot_id?: string;
  /** Default: `realtime/<name>`. A custom bot that is not in the scenario is made up. */
  type?: string;
  /** Name of a user (default: the first one). */
  owner?: string;
  /** Default: `running`, or `idle` for a scheduled bot. */
  status?: BotStatus;
  reason?: "crash_loop" | "package_corrupt" | "start_error" | "isolation_unavailable" | "quota_exceeded";
  detail?: string;
  retry?: RetryFixture;
  restarts?: number;
  logs?: LogFixture[];
  metrics?: MetricFixture[];
  runs?: RunFixture[];
  /** Stored values by key. */
  state?: Record<string, unknown>;
}

/** A failure or a delay of requests. Without a failure, the request is answered as usual after the delay. */
export interface Failure {
  /** Name of an operation, such as `listBots` (default: all requests). */
  operation?: string;
  /** Only requests for this bot: its id or its name. */
  bot?: string;
  /** Number of requests that are answered as usual before. */
  after?: number;
  /** Number of requests that fail (default: all). */
  times?: number;
  delay_ms?: number;
  /** Code of the error table. */
  code?: string;
  /** Text of the error with `code`. */
  detail?: string;
  /** Any answer: its status, headers and body. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The connection is closed without an answer. */
  cut?: boolean;
}

/** What a mock platform contains and how it behaves. */
export interface Scenario {
  /** Time at which the clock is paused (default: the clock runs). */
  now?: string;
  /** Default: `admin`. */
  users?: UserFixture[];
  custom_bots?: CustomBotFixture[];
  bots?: BotFixture[];
  failures?: Failure[];
  /** Why no bot can be started: `/readyz` answers 503. */
  obstacle?: string;
}
