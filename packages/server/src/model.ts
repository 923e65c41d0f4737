/** The data types that the store keeps, the engine changes and the API returns. */

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
export type StatusReason = "crash_loop" | "package_corrupt" | "start_error" | "isolation_unavailable";

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

export interface Bot {
  id: string;
  ownerId: string;
  name: string;
  customBot: string;
  model: Model;
  /** As requested: an exact version, a range or `latest`. */
  versionSpec: string;
  /** Exact version, resolved at creation or by the last patch that named a version. */
  version: string;
  schedule?: string;
  timezone?: string;
  catchUp: "none" | "last";
  /** Timeout of a run, in seconds. */
  timeoutSeconds: number;
  /** With the schema's defaults filled in. */
  config: Record<string, unknown>;
  desired: Desired;
  status: BotStatus;
  reason?: StatusReason;
  /** One sentence that explains the status. */
  detail?: string;
  revision: number;
  /** The revision that the running process was started with. */
  runningRevision?: number;
  /** Incremented by restart requests; the supervisor restarts a process that has a lower generation. */
  generation: number;
  restarts: number;
  createdAt: string;
  updatedAt: string;
  startedAt?: string;
  nextTickAt?: string;
}

export interface Run {
  id: string;
  botId: string;
  /** The tick's time; absent for a run by hand. */
  tick?: string;
  /** Value of SCHEDULED_AT: the tick's time, or the time of the request. */
  scheduledAt: string;
  status: RunStatus;
  /** One sentence that explains the status, for example why the run was skipped. */
  detail?: string;
  version: string;
  revision: number;
  queuedAt: string;
  startedAt?: string;
  finishedAt?: string;
  exitCode?: number;
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
  ingestedAt: string;
  botId: string;
  runId?: string;
  stream: "stdout" | "stderr" | "system";
  level: Level;
  message: string;
  fields?: Record<string, unknown>;
  /** The line exceeded the line limit and was cut. */
  truncated?: true;
  /** Number of log lines dropped immediately before this one. */
  droppedBefore?: number;
  /** Number of dropped metrics that this record reports. */
  droppedMetrics?: number;
}

export interface MetricRecord {
  /** Sequence number per bot, without gaps. */
  seq: number;
  time: string;
  botId: string;
  runId?: string;
  type: string;
  data: Record<string, unknown>;
}

/** Output of a bot that was dropped since the bot was created. */
export interface Dropped {
  metrics: number;
  logLines: number;
  /** Time of the last report; absent if nothing was dropped. */
  lastAt?: string;
}

export interface StatusEvent {
  seq: number;
  time: string;
  botId: string;
  status: BotStatus | "deleted";
  reason?: StatusReason;
  detail?: string;
}

/** An event of the stream; each channel is in the order of its sequence numbers. */
export type BotEvent =
  | { channel: "logs"; botId: string; seq: number; record: LogRecord }
  | { channel: "metrics"; botId: string; seq: number; record: MetricRecord }
  | { channel: "status"; botId: string; seq: number; record: StatusEvent };
