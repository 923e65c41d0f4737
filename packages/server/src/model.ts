/** The words of the platform: what the store keeps, the engine moves and the API shows. */

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

/** Why a bot is in its status, where that needs saying. */
export type StatusReason = "crash_loop" | "package_corrupt" | "start_error" | "isolation_unavailable";

/** What the user asked for; the supervisor brings the processes to it. */
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
  /** As asked for: exact, a range or `latest`. */
  versionSpec: string;
  /** As resolved once, at creation or patch. */
  version: string;
  schedule?: string;
  timezone?: string;
  catchUp: "none" | "last";
  /** Seconds a run may take. */
  timeoutSeconds: number;
  /** With the schema's defaults filled in. */
  config: Record<string, unknown>;
  desired: Desired;
  status: BotStatus;
  reason?: StatusReason;
  /** One sentence for people beside the status. */
  detail?: string;
  revision: number;
  /** The revision that the running process was started with. */
  runningRevision?: number;
  /** Raised by restart requests; the supervisor restarts a process started under a lower one. */
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
  /** What the bot is told as SCHEDULED_AT: the tick, or the time of the request. */
  scheduledAt: string;
  status: RunStatus;
  /** One sentence: why skipped, missed, lost, timed out. */
  detail?: string;
  version: string;
  revision: number;
  queuedAt: string;
  startedAt?: string;
  finishedAt?: string;
  exitCode?: number;
  signal?: string;
  /** The result file's JSON, when there was one. */
  result?: unknown;
  /** First and last sequence number of the run's log lines. */
  logs?: { from: number; to: number };
}

export type Level = "trace" | "debug" | "info" | "warn" | "error" | "fatal";

export interface LogRecord {
  /** Per bot, dense, never used twice: the cursor of every log listing and stream. */
  seq: number;
  time: string;
  ingestedAt: string;
  botId: string;
  runId?: string;
  stream: "stdout" | "stderr" | "system";
  level: Level;
  message: string;
  fields?: Record<string, unknown>;
  /** The line was longer than 64 KiB and is cut. */
  truncated?: true;
  /** Log lines that were dropped just before this one. */
  droppedBefore?: number;
  /** Metrics that were dropped, as this record says. */
  droppedMetrics?: number;
}

export interface MetricRecord {
  /** Per bot, dense. */
  seq: number;
  time: string;
  botId: string;
  runId?: string;
  type: string;
  data: Record<string, unknown>;
}

/** What of a bot's output was not kept, since it was created. */
export interface Dropped {
  metrics: number;
  logLines: number;
  /** When it was last said; absent when nothing was dropped. */
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

/** What a listener of the stream is told, in the order of each channel's sequence numbers. */
export type BotEvent =
  | { channel: "logs"; botId: string; seq: number; record: LogRecord }
  | { channel: "metrics"; botId: string; seq: number; record: MetricRecord }
  | { channel: "status"; botId: string; seq: number; record: StatusEvent };
