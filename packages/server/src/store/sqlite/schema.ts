/**
 * The tables for Kysely. Times are RFC 3339 UTC text with milliseconds, JSON is text, flags are 0 or 1, which SQLite
 * and PostgreSQL both store without conversion.
 */
import type { Generated } from "kysely";
import type {
  BotStatus,
  Desired,
  EndedBy,
  Level,
  Model,
  Role,
  RunStatus,
  StatusReason,
} from "../../model.ts";

interface Users {
  id: string;
  name: string;
  created_at: string;
  role: Generated<Role>;
  /** Null while the user may sign in. */
  disabled_at: string | null;
}

interface Sessions {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  /** The API key that the user signed in with, and whose end is the end of the session. */
  key_id: string | null;
  /** JSON array, as of an API key. */
  scopes: string;
  created_at: string;
  /** Time of the last use, to the minute. */
  seen_at: string;
  expires_at: string;
}

interface SignInLinks {
  /** SHA-256 of the code in the link, hex. */
  hash: string;
  user_id: string;
  expires_at: string;
}

interface DeviceSignIns {
  /** SHA-256 of the device code, hex. */
  device_hash: string;
  /** SHA-256 of the code that the user types, hex. */
  user_code_hash: string;
  /** Name of the program that asks; the name of the key it gets. */
  client: string;
  scopes: string;
  status: "pending" | "approved" | "denied";
  user_id: string | null;
  created_at: string;
  expires_at: string;
  polled_at: string | null;
  interval_seconds: number;
}

interface ApiKeys {
  /** The public part of the key. */
  id: string;
  owner_id: string;
  name: string;
  /** JSON array of `read`, `deploy`, `admin`. */
  scopes: string;
  /** SHA-256 of the secret, hex. */
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

interface CustomBotVersions {
  owner_id: string;
  name: string;
  version: string;
  model: Model;
  runtime: string;
  /** bot-config.yaml as read, JSON. */
  config: string;
  /** Text of bot-schema.json. */
  schema: string;
  readme: string | null;
  /** Of the archive; also the name of its file. */
  sha256: string;
  /** Of the content, independent of compression; decides whether two uploads are equal. */
  content_sha256: string;
  bytes: number;
  created_at: string;
}

interface Bots {
  id: string;
  owner_id: string;
  name: string;
  custom_bot: string;
  model: Model;
  version_spec: string;
  version: string;
  schedule: string | null;
  timezone: string | null;
  catch_up: "none" | "last";
  timeout_seconds: number;
  config: string;
  desired: Desired;
  status: BotStatus;
  reason: StatusReason | null;
  detail: string | null;
  revision: number;
  running_revision: number | null;
  generation: number;
  restarts: number;
  /** The supervisor's back-off, JSON. */
  backoff: string | null;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  /** The schedule is settled up to this time; the next tick is the first one after it. */
  settled_until: string | null;
  next_tick_at: string | null;
  deleted_at: string | null;
}

interface BotRevisions {
  bot_id: string;
  revision: number;
  /** The settings of this revision, JSON. */
  body: string;
  key_id: string | null;
  created_at: string;
}

interface Runs {
  id: string;
  bot_id: string;
  /** Unique with bot_id, so that no tick starts twice. Null for a run by hand. */
  tick: string | null;
  scheduled_at: string;
  status: RunStatus;
  /** Why the platform ends the run before its process does; stored before the process is told. */
  ended_by: EndedBy | null;
  detail: string | null;
  version: string;
  revision: number;
  queued_at: string;
  started_at: string | null;
  finished_at: string | null;
  exit_code: number | null;
  signal: string | null;
  result: string | null;
  log_from: number | null;
  log_to: number | null;
}

interface Launches {
  id: string;
  bot_id: string;
  run_id: string | null;
  kind: "bot" | "run" | "query-server" | "query";
  generation: number;
  revision: number;
  dir: string;
  /** The executor's LaunchRecord, JSON; updated after the process has started. */
  record: string;
  state: "starting" | "running" | "ended" | "gone";
  created_at: string;
  ended_at: string | null;
  /** Stored bytes of the stream's file. */
  stdout_offset: number;
  stderr_offset: number;
}

interface LogLines {
  bot_id: string;
  seq: number;
  run_id: string | null;
  stream: "stdout" | "stderr" | "system";
  level: Level;
  time: string;
  ingested_at: string;
  message: string;
  fields: string | null;
  truncated: 0 | 1;
  dropped_before: number;
  dropped_metrics: Generated<number>;
}

interface Metrics {
  bot_id: string;
  seq: number;
  run_id: string | null;
  type: string;
  time: string;
  data: string;
  /** Null in rows that are older than this column. */
  ingested_at: string | null;
}

interface StatusEvents {
  bot_id: string;
  seq: number;
  time: string;
  status: BotStatus | "deleted";
  reason: StatusReason | null;
  detail: string | null;
}

/**
 * The last sequence numbers of a bot, so that numbers are not reused after retention has removed rows, and totals of
 * what was dropped.
 */
interface Sequences {
  bot_id: string;
  logs: number;
  metrics: number;
  status: number;
  /** Totals of dropped output. */
  dropped_lines: Generated<number>;
  dropped_metrics: Generated<number>;
  dropped_at: string | null;
}

/** How many runs have ended with each status; rows of runs are removed by retention. */
interface RunTotals {
  status: RunStatus;
  count: number;
}

interface IdempotentAnswers {
  owner_id: string;
  key: string;
  method: string;
  path: string;
  request_hash: string;
  /** Null while the first request is in progress. */
  status: number | null;
  headers: string | null;
  body: string | null;
  created_at: string;
}

export interface Tables {
  users: Users;
  sessions: Sessions;
  sign_in_links: SignInLinks;
  device_sign_ins: DeviceSignIns;
  api_keys: ApiKeys;
  custom_bot_versions: CustomBotVersions;
  bots: Bots;
  bot_revisions: BotRevisions;
  runs: Runs;
  run_totals: RunTotals;
  launches: Launches;
  log_lines: LogLines;
  metrics: Metrics;
  status_events: StatusEvents;
  sequences: Sequences;
  idempotent_answers: IdempotentAnswers;
}
