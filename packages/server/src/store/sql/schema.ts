/**
 * The tables for Kysely. Times are RFC 3339 UTC text with milliseconds, JSON is text, flags are 0 or 1, which SQLite
 * and PostgreSQL both store without conversion.
 */
import type { Generated } from "kysely";
import type {
  BotSettings,
  BotStatus,
  Desired,
  EndedBy,
  Level,
  Model,
  RunStatus,
  StatusReason,
} from "../../model/model.ts";
import type {
  BotDiskRow,
  ConnectionRow,
  DeviceRow,
  KeyRow,
  SecretRow,
  SecretValueRow,
  SessionRow,
  SignInLinkRow,
  UserRow,
  VersionRow,
} from "../rows.ts";

interface Users extends Omit<UserRow, "role"> {
  role: Generated<UserRow["role"]>;
}

/** Columns of the settings: null where an optional one is not set. */
type SettingColumns = {
  [Name in keyof BotSettings]-?: undefined extends BotSettings[Name]
    ? Exclude<BotSettings[Name], undefined> | null
    : BotSettings[Name];
};

interface Bots extends Omit<SettingColumns, "config" | "network" | "resources" | "labels"> {
  id: string;
  owner_id: string;
  custom_bot: string;
  model: Model;
  config: string;
  /** JSON; null if it is what the custom bot asks for. */
  network: string | null;
  /** JSON; null if they are the platform's. */
  resources: string | null;
  /** JSON; null if there are none. */
  labels: string | null;
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
  deleted_at: string | null;
  /** Who asked for the last change, JSON of an `Actor`. */
  asked_by: Generated<string | null>;
}

interface CustomBotVersions extends Omit<VersionRow, "is_listed"> {
  /** What the unpacked code uses on the disk; 0 in rows that are older than this column. */
  unpacked_bytes: Generated<number>;
  /** 1: stored as a list of contents; 0: as the archive that an earlier platform kept. */
  is_listed: Generated<number>;
}

/** A content of packages that a user has sent. */
interface PackageFiles {
  owner_id: string;
  sha256: string;
  /** What it uses on the disk. */
  bytes: number;
  /** How many versions of this user have it. */
  versions: number;
  received_at: string;
}

interface BotRevisions {
  bot_id: string;
  revision: number;
  /** The settings of this revision, JSON. */
  body: string;
  key_id: string | null;
  /** JSON of an `Actor`. Null in rows that are older than this column. */
  actor: string | null;
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
  late_seconds: number | null;
  start_deadline_seconds: number | null;
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
  traceparent: string | null;
  tracestate: string | null;
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
  /** JSON: which version of each named secret it was started with. */
  secrets: string | null;
}

interface SecretsTable extends Omit<SecretRow, "actor" | "last_used_at" | "last_used_by"> {
  actor: string | null;
  last_used_at: string | null;
  last_used_by: string | null;
  deleted_at: string | null;
}

interface SecretVersions extends SecretValueRow {
  owner_id: string;
  created_at: string;
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
  /** The moment that the data belongs to. */
  time: string;
  data: string;
  /** Null in rows that are older than this column. */
  ingested_at: string | null;
  /** Null if it is `time`. */
  emitted_at: string | null;
}

interface StatusEvents {
  bot_id: string;
  seq: number;
  time: string;
  status: BotStatus | "deleted";
  reason: StatusReason | null;
  detail: string | null;
  /** Null in rows that are older than this column. */
  revision: number | null;
  /** JSON of an `Actor`. */
  actor: string | null;
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

interface IdempotentRequests {
  owner_id: string;
  key: string;
  method: string;
  path: string;
  request_hash: string;
  /** What the request has made or changed, as JSON. */
  effect: string | null;
  /** Null if the platform could not answer. */
  status: number | null;
  headers: string | null;
  body: string | null;
  created_at: string;
}

interface NetworkCuts {
  /** Empty: of all users. */
  owner_id: string;
  /** Empty: all bots. */
  bot_id: string;
  /** A host or a local service; empty: everything. */
  host: string;
  at: string;
  /** JSON of an `Actor`. */
  actor: string | null;
}

export interface Tables {
  users: Users;
  sessions: SessionRow;
  sign_in_links: SignInLinkRow;
  device_sign_ins: DeviceRow;
  api_keys: KeyRow;
  custom_bot_versions: CustomBotVersions;
  package_files: PackageFiles;
  bots: Bots;
  bot_disk: BotDiskRow;
  bot_connections: ConnectionRow;
  network_cuts: NetworkCuts;
  bot_revisions: BotRevisions;
  runs: Runs;
  run_totals: RunTotals;
  launches: Launches;
  secrets: SecretsTable;
  secret_versions: SecretVersions;
  sealed_with: { key_id: string };
  written_by: { version: string };
  log_lines: LogLines;
  metrics: Metrics;
  status_events: StatusEvents;
  sequences: Sequences;
  idempotent_requests: IdempotentRequests;
}
