/** The data types that the store keeps, the engine changes and the API returns. */
import { type SettledSettings, settingNames } from "@botyard/manifest";

/** `admin`: may add and disable users, and see, stop and delete what belongs to others. */
export type Role = "admin" | "user";

export interface User {
  id: string;
  name: string;
  role: Role;
  created_at: string;
  /** Since when the user may not sign in. */
  disabled_at?: string;
}

export type Model = "realtime" | "scheduled";

export type BotStatus =
  | "pending"
  | "starting"
  | "running"
  | "idle"
  | "backing_off"
  | "stopping"
  | "stopped"
  | "failed";

/** Why a bot has its status, for statuses that need an explanation. */
export type StatusReason =
  | "crash_loop"
  | "package_corrupt"
  | "start_error"
  | "isolation_unavailable"
  | "secret_unavailable"
  | "quota_exceeded";

/** The state that the user asked for; the supervisor makes it so. */
export type Desired = "running" | "stopped" | "deleted";

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

/** Who ended a run before its process did: a user, or the platform at the run's time limit. */
export type EndedBy = "cancel" | "time_limit";

/** The settings of a bot that a user can change, with their defaults. Each change creates a revision. */
export interface BotSettings extends SettledSettings {
  /** As requested: an exact version, a range or `latest`. `version` is what it was resolved to when it was last set. */
  version_spec: string;
}

export const storedSettings: (keyof BotSettings)[] = ["version_spec", ...settingNames];

export interface Bot extends BotSettings {
  bot_id: string;
  owner_id: string;
  custom_bot: string;
  model: Model;
  desired: Desired;
  status: BotStatus;
  reason?: StatusReason;
  /** One sentence that explains the status. */
  detail?: string;
  revision: number;
  /** The revision that the running process was started with. */
  running_revision?: number;
  /** Incremented by restart requests; the supervisor restarts a process that has a lower generation. */
  generation: number;
  restarts: number;
  created_at: string;
  updated_at: string;
  started_at?: string;
  /** Present in status `backing_off` if the bot is started again by itself. */
  retry?: Retry;
}

/** What follows while a bot is in `backing_off`. */
export interface Retry {
  /** Time of the next start. */
  at: string;
  /** Number of starts until the platform gives up; absent if it does not. */
  attempts_left?: number;
  /** The revision that the attempts are made with. */
  revision?: number;
}

/** The settings of a bot after one of its changes. */
export interface BotRevision {
  revision: number;
  created_at: string;
  /** Who saved it; absent in revisions that are older than this field. */
  actor?: Actor;
  settings: BotSettings;
}

export interface Run {
  id: string;
  bot_id: string;
  /** The tick's time; absent for a run by hand. */
  tick?: string;
  /** Value of SCHEDULED_AT: the tick's time, or the time of the request. */
  scheduled_at: string;
  status: RunStatus;
  ended_by?: EndedBy;
  /** One sentence that explains the status, for example why the run was skipped. */
  detail?: string;
  /** Of a missed tick: how late it was when it was given up, in whole seconds, rounded up. */
  late_seconds?: number;
  /** Of a missed tick: the bot's start deadline at that time. */
  start_deadline_seconds?: number;
  version: string;
  revision: number;
  queued_at: string;
  /** The trace that it belongs to; absent if it was never to start, and in runs that are older than these fields. */
  trace_id?: string;
  traceparent?: string;
  tracestate?: string;
  started_at?: string;
  finished_at?: string;
  exit_code?: number;
  signal?: string;
  /** JSON of the result file, if there is one. */
  result?: unknown;
  /** First and last sequence number of the run's log records. */
  logs?: { from: number; to: number };
}

export type Level = "trace" | "debug" | "info" | "warn" | "error" | "fatal";

export interface LogRecord {
  /** Sequence number per bot, without gaps and never reused; the cursor of log listings and streams. */
  seq: number;
  time: string;
  ingested_at: string;
  bot_id: string;
  run_id?: string;
  stream: "stdout" | "stderr" | "system";
  level: Level;
  message: string;
  fields?: Record<string, unknown>;
  /** The line exceeded the line limit and was cut. */
  truncated?: true;
  /** Number of log lines dropped immediately before this one. */
  dropped_before?: number;
  /** Number of dropped metrics that this record reports. */
  dropped_metrics?: number;
}

export interface MetricRecord {
  /** Sequence number per bot, without gaps. */
  seq: number;
  time: string;
  bot_id: string;
  run_id?: string;
  type: string;
  data: Record<string, unknown>;
}

/** Output of a bot that was dropped since the bot was created. */
export interface Dropped {
  metrics: number;
  log_lines: number;
  /** Time of the last report; absent if nothing was dropped. */
  last_at?: string;
}

/** Who asked for a change, by the names at that time. */
export interface Actor {
  user_name: string;
  signed_in_by: "api_key" | "session";
  /** Name of the API key; absent for a browser session. */
  key_name?: string;
}

export interface StatusEvent {
  seq: number;
  time: string;
  bot_id: string;
  status: BotStatus | "deleted";
  reason?: StatusReason;
  detail?: string;
  /** The revision of the settings that it applies to; absent in events that are older than this field. */
  revision?: number;
  /** Whose request led to it; absent if the platform did it by itself. */
  actor?: Actor;
}

/** An event of the stream; each channel is in the order of its sequence numbers. */
export type BotEvent =
  | { channel: "logs"; bot_id: string; seq: number; record: LogRecord }
  | { channel: "metrics"; bot_id: string; seq: number; record: MetricRecord }
  | { channel: "status"; bot_id: string; seq: number; record: StatusEvent };
