import { longestSeconds, packageLimits, type Runtimes, runtimes } from "@botyard/manifest";
import type { LaunchLimits, LocalService, WantedIsolation } from "@botyard/runtime";
import { type ExecutorName, executors } from "./executors.ts";

/** The limits that bots can have of their own. */
export type Maxima = Required<Pick<LaunchLimits, "memoryBytes" | "cpus" | "processes" | "diskBytes">>;

/** The settings of the platform. docs/reference/environment.md lists them; a test compares both. */
export interface Settings {
  host: string;
  port: number;
  /** Host names, besides loopback, `host` and that of `publicUrl`, by which the tool server may be addressed. */
  allowedHosts: readonly string[];
  dataDir: string;
  /** Of the PostgreSQL database with the records (default: SQLite in the data folder). A secret: it may have a password. */
  databaseUrl?: string;
  /** Connections to that database at most. */
  databaseConnections: number;
  /** `{base_url}` as browsers know it, if a proxy is in front of the platform. With `https:`, cookies are secure. */
  publicUrl?: string;
  /** Time without use after which a browser session ends, and its longest duration. */
  sessionIdleMinutes: number;
  sessionDays: number;
  /** Who may read `/metrics`: admins, or everybody who can reach the platform. */
  metricsAccess: "admin" | "public";
  /** Environment variables for every bot, for example `PRICE_FEED_URL`. */
  botEnv: Record<string, string>;
  /** File with additional runtimes. */
  runtimesFile?: string;
  /** The built-in runtimes and those of the file. */
  runtimes: Runtimes;
  /** Folder for scheduled backups (default: none is made). */
  backupDir?: string;
  /** When they are made: a cron expression, in UTC. */
  backupSchedule: string;
  /** How many of them are kept. */
  backupKeep: number;
  /** File with the keys that encrypt secrets (default: `secrets.key` in the data folder). */
  secretsKeyFile?: string;
  /** Shell command that prints these keys, instead of the file. */
  secretsKeyCommand?: string;
  /** What bots are run by. */
  executor: ExecutorName;
  /** `auto`: the strongest isolation that works on this machine. A level: this one, or no bot is started. */
  isolation: WantedIsolation;
  /** Grace period between SIGTERM and SIGKILL, in milliseconds. */
  stopGraceMs: number;
  /** Default timeout of a run, in seconds. */
  runTimeoutSeconds: number;
  /** Number of runs that may be starting at the same time; others wait in order. */
  startsAtOnce: number;
  queryTimeoutMs: number;
  queryTimeoutMaxMs: number;
  queriesPerBot: number;
  queriesWaiting: number;
  /** Maximum size of a bot's answer, in bytes. */
  answerBytes: number;
  /** Log lines per second, sustained, and the burst allowed on top. Metrics are not limited. */
  logRate: number;
  logBurst: number;
  /** Maximum size of a log line, in bytes; longer lines are cut. Metrics have a separate limit. */
  lineBytes: number;
  /** Unread limit of one stream, in bytes; beyond it the oldest output is dropped and counted. */
  unreadBytes: number;
  logRetentionDays: number;
  logRetentionBytes: number;
  metricRetentionDays: number;
  metricRetentionBytes: number;
  /** Series of one bot's metrics that `/metrics/bots` returns, and those of all bots of one answer together. */
  metricSeriesPerBot: number;
  metricSeries: number;
  deletedRetentionDays: number;
  /** Maximum size of an uploaded package, in bytes. */
  uploadBytes: number;
  /** Number of uploads at the same time, of all users and of one. */
  uploads: number;
  uploadsPerUser: number;
  /** Maximum size of all files of a package together, in bytes, and their maximum number. */
  packageBytes: number;
  packageFiles: number;
  /** Disk space reserved for stopping and deleting bots when the disk is full, in bytes. */
  reserveBytes: number;
  /** Requests of one user per minute, over all keys and sessions. */
  readsPerMinute: number;
  writesPerMinute: number;
  streams: number;
  /** The quotas of each user; `quotas.ts` says what they count. */
  userBots: number;
  userProcesses: number;
  userDiskBytes: number;
  userVersions: number;
  userPackageBytes: number;
  userKeys: number;
  userSecrets: number;
  userStreams: number;
  userQueries: number;
  /** Open connections of all clients; at most half of the files that the platform may open. */
  connections: number;
  /** Addresses and networks of proxies whose header X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** What a bot may use if it does not say it. */
  limits: LaunchLimits;
  /** The most that a bot may ask for, if that is more. */
  maxima: Maxima;
  /** `own`: each launch has the network that its bot asks for. `host`: all have that of the host, whatever they ask for. */
  network: "own" | "host";
  /** The network of bots of which neither the instance nor the custom bot says it. */
  networkDefault: "none" | "internet" | "host";
  /** The widest network that a bot may have, if it is not the default. */
  networkWidest: "none" | "hosts" | "internet" | "host";
  /** Services of the host that bots may ask for by name. */
  localServices: readonly LocalService[];
}

export const defaultSettings: Omit<Settings, "dataDir"> = {
  host: "127.0.0.1",
  port: 7070,
  allowedHosts: [],
  sessionIdleMinutes: 12 * 60,
  sessionDays: 7,
  metricsAccess: "admin",
  botEnv: {},
  runtimes,
  databaseConnections: 10,
  backupSchedule: "0 3 * * *",
  backupKeep: 7,
  executor: "process",
  isolation: "auto",
  stopGraceMs: 10_000,
  runTimeoutSeconds: 300,
  startsAtOnce: 4,
  queryTimeoutMs: 10_000,
  queryTimeoutMaxMs: 30_000,
  queriesPerBot: 32,
  queriesWaiting: 256,
  answerBytes: 4 * 1024 * 1024,
  logRate: 10_000,
  logBurst: 20_000,
  lineBytes: 64 * 1024,
  unreadBytes: 256 * 1024 * 1024,
  logRetentionDays: 14,
  logRetentionBytes: 1024 * 1024 * 1024,
  metricRetentionDays: 90,
  metricRetentionBytes: 1024 * 1024 * 1024,
  metricSeriesPerBot: 200,
  metricSeries: 50_000,
  deletedRetentionDays: 7,
  uploadBytes: packageLimits.compressedBytes,
  uploads: 32,
  uploadsPerUser: 8,
  packageBytes: packageLimits.unpackedBytes,
  packageFiles: packageLimits.files,
  reserveBytes: 16 * 1024 * 1024,
  readsPerMinute: 6_000,
  writesPerMinute: 600,
  streams: 1_000,
  userBots: 2_000,
  userProcesses: 2_000,
  userDiskBytes: 256 * 1024 ** 3,
  userVersions: 5_000,
  userPackageBytes: 256 * 1024 ** 3,
  userKeys: 200,
  userSecrets: 200,
  userStreams: 200,
  userQueries: 1_000,
  connections: 2_000,
  trustedProxies: [],
  limits: {
    memoryBytes: 256 * 1024 * 1024,
    processes: 128,
    cpus: 0.5,
    openFiles: 256,
    diskBytes: 2 * 1024 ** 3,
    files: 100_000,
  },
  maxima: {
    memoryBytes: 4 * 1024 ** 3,
    processes: 1_024,
    cpus: 4,
    diskBytes: 20 * 1024 ** 3,
  },
  network: "own",
  networkDefault: "internet",
  networkWidest: "internet",
  localServices: [],
};

type Name = Exclude<keyof Settings, "botEnv" | "limits" | "maxima" | "runtimes">;
export type Amount = { unit: string; least: number; most: number };
type Choice = { oneOf: readonly string[] };

/** One environment variable of the platform. */
export interface Variable {
  variable: string;
  /** The setting; the name of a limit follows a dot. */
  setting: Name | "botEnv" | `limits.${keyof LaunchLimits}` | `maxima.${keyof Maxima}`;
  kind: "text" | "url" | "database" | "json" | "hosts" | "networks" | "services" | "cron" | Choice | Amount;
}

/** An amount without an upper bound. */
export const unbounded = Number.MAX_SAFE_INTEGER;
const whole = (unit: string, least = 1, top = unbounded): Amount => ({ unit, least, most: top });

const isolations = ["auto", "bubblewrap", "user", "none"] as const satisfies readonly WantedIsolation[];

/** All variables with their bounds; docs/reference/environment.md has a row for each. */
export const variables: readonly Variable[] = [
  { variable: "PLATFORM_HOST", setting: "host", kind: "text" },
  { variable: "PLATFORM_PORT", setting: "port", kind: whole("port", 0, 65_535) },
  { variable: "PLATFORM_ALLOWED_HOSTS", setting: "allowedHosts", kind: "hosts" },
  { variable: "PLATFORM_DATA_DIR", setting: "dataDir", kind: "text" },
  { variable: "PLATFORM_DATABASE_URL", setting: "databaseUrl", kind: "database" },
  {
    variable: "PLATFORM_DATABASE_CONNECTIONS",
    setting: "databaseConnections",
    kind: whole("connections", 2, 1000),
  },
  { variable: "PLATFORM_PUBLIC_URL", setting: "publicUrl", kind: "url" },
  { variable: "PLATFORM_TRUSTED_PROXIES", setting: "trustedProxies", kind: "networks" },
  { variable: "PLATFORM_SESSION_IDLE_MINUTES", setting: "sessionIdleMinutes", kind: whole("minutes") },
  { variable: "PLATFORM_SESSION_DAYS", setting: "sessionDays", kind: whole("days", 1, 365) },
  {
    variable: "PLATFORM_METRICS_ACCESS",
    setting: "metricsAccess",
    kind: { oneOf: ["admin", "public"] },
  },
  { variable: "PLATFORM_BOT_ENV", setting: "botEnv", kind: "json" },
  { variable: "PLATFORM_RUNTIMES_FILE", setting: "runtimesFile", kind: "text" },
  { variable: "PLATFORM_BACKUP_DIR", setting: "backupDir", kind: "text" },
  { variable: "PLATFORM_BACKUP_SCHEDULE", setting: "backupSchedule", kind: "cron" },
  { variable: "PLATFORM_BACKUP_KEEP", setting: "backupKeep", kind: whole("backups") },
  { variable: "PLATFORM_SECRETS_KEY_FILE", setting: "secretsKeyFile", kind: "text" },
  { variable: "PLATFORM_SECRETS_KEY_COMMAND", setting: "secretsKeyCommand", kind: "text" },
  { variable: "PLATFORM_EXECUTOR", setting: "executor", kind: { oneOf: Object.keys(executors) } },
  { variable: "PLATFORM_ISOLATION", setting: "isolation", kind: { oneOf: isolations } },
  { variable: "PLATFORM_NETWORK", setting: "network", kind: { oneOf: ["own", "host"] } },
  {
    variable: "PLATFORM_NETWORK_DEFAULT",
    setting: "networkDefault",
    kind: { oneOf: ["none", "internet", "host"] },
  },
  {
    variable: "PLATFORM_NETWORK_WIDEST",
    setting: "networkWidest",
    kind: { oneOf: ["none", "hosts", "internet", "host"] },
  },
  { variable: "PLATFORM_LOCAL_SERVICES", setting: "localServices", kind: "services" },
  { variable: "PLATFORM_STOP_GRACE_MS", setting: "stopGraceMs", kind: whole("milliseconds", 0) },
  {
    variable: "PLATFORM_RUN_TIMEOUT_SECONDS",
    setting: "runTimeoutSeconds",
    kind: whole("seconds", 1, longestSeconds),
  },
  { variable: "PLATFORM_STARTS_AT_ONCE", setting: "startsAtOnce", kind: whole("runs") },
  { variable: "PLATFORM_QUERY_TIMEOUT_MS", setting: "queryTimeoutMs", kind: whole("milliseconds") },
  { variable: "PLATFORM_QUERY_TIMEOUT_MAX_MS", setting: "queryTimeoutMaxMs", kind: whole("milliseconds") },
  { variable: "PLATFORM_QUERIES_PER_BOT", setting: "queriesPerBot", kind: whole("queries") },
  { variable: "PLATFORM_QUERIES_WAITING", setting: "queriesWaiting", kind: whole("queries", 0) },
  { variable: "PLATFORM_ANSWER_BYTES", setting: "answerBytes", kind: whole("bytes") },
  { variable: "PLATFORM_LOG_RATE", setting: "logRate", kind: whole("lines a second") },
  { variable: "PLATFORM_LOG_BURST", setting: "logBurst", kind: whole("lines", 0) },
  { variable: "PLATFORM_LINE_BYTES", setting: "lineBytes", kind: whole("bytes", 1024) },
  { variable: "PLATFORM_UNREAD_BYTES", setting: "unreadBytes", kind: whole("bytes", 1024 * 1024) },
  { variable: "PLATFORM_LOG_RETENTION_DAYS", setting: "logRetentionDays", kind: whole("days") },
  {
    variable: "PLATFORM_LOG_RETENTION_BYTES",
    setting: "logRetentionBytes",
    kind: whole("bytes", 1024 * 1024),
  },
  { variable: "PLATFORM_METRIC_RETENTION_DAYS", setting: "metricRetentionDays", kind: whole("days") },
  {
    variable: "PLATFORM_METRIC_RETENTION_BYTES",
    setting: "metricRetentionBytes",
    kind: whole("bytes", 1024 * 1024),
  },
  { variable: "PLATFORM_METRIC_SERIES_PER_BOT", setting: "metricSeriesPerBot", kind: whole("series", 0) },
  { variable: "PLATFORM_METRIC_SERIES", setting: "metricSeries", kind: whole("series", 0) },
  { variable: "PLATFORM_DELETED_RETENTION_DAYS", setting: "deletedRetentionDays", kind: whole("days", 0) },
  { variable: "PLATFORM_UPLOAD_BYTES", setting: "uploadBytes", kind: whole("bytes", 1024) },
  { variable: "PLATFORM_UPLOADS", setting: "uploads", kind: whole("uploads") },
  { variable: "PLATFORM_UPLOADS_PER_USER", setting: "uploadsPerUser", kind: whole("uploads") },
  { variable: "PLATFORM_PACKAGE_BYTES", setting: "packageBytes", kind: whole("bytes", 1024) },
  { variable: "PLATFORM_PACKAGE_FILES", setting: "packageFiles", kind: whole("files") },
  { variable: "PLATFORM_RESERVE_BYTES", setting: "reserveBytes", kind: whole("bytes", 0) },
  { variable: "PLATFORM_READS_PER_MINUTE", setting: "readsPerMinute", kind: whole("requests") },
  { variable: "PLATFORM_WRITES_PER_MINUTE", setting: "writesPerMinute", kind: whole("requests") },
  { variable: "PLATFORM_STREAMS", setting: "streams", kind: whole("streams", 0) },
  { variable: "PLATFORM_USER_BOTS", setting: "userBots", kind: whole("bots", 0) },
  { variable: "PLATFORM_USER_PROCESSES", setting: "userProcesses", kind: whole("processes", 0) },
  { variable: "PLATFORM_USER_DISK_BYTES", setting: "userDiskBytes", kind: whole("bytes", 0) },
  { variable: "PLATFORM_USER_VERSIONS", setting: "userVersions", kind: whole("versions", 0) },
  { variable: "PLATFORM_USER_PACKAGE_BYTES", setting: "userPackageBytes", kind: whole("bytes", 0) },
  { variable: "PLATFORM_USER_KEYS", setting: "userKeys", kind: whole("keys") },
  { variable: "PLATFORM_USER_SECRETS", setting: "userSecrets", kind: whole("secrets", 0) },
  { variable: "PLATFORM_USER_STREAMS", setting: "userStreams", kind: whole("streams", 0) },
  { variable: "PLATFORM_USER_QUERIES", setting: "userQueries", kind: whole("queries", 0) },
  { variable: "PLATFORM_CONNECTIONS", setting: "connections", kind: whole("connections", 16) },
  {
    variable: "PLATFORM_BOT_MEMORY_BYTES",
    setting: "limits.memoryBytes",
    kind: whole("bytes", 16 * 1024 * 1024),
  },
  { variable: "PLATFORM_BOT_PROCESSES", setting: "limits.processes", kind: whole("processes") },
  { variable: "PLATFORM_BOT_CPUS", setting: "limits.cpus", kind: { unit: "cores", least: 0.01, most: 1024 } },
  {
    variable: "PLATFORM_BOT_DISK_BYTES",
    setting: "limits.diskBytes",
    kind: whole("bytes", 16 * 1024 * 1024),
  },
  { variable: "PLATFORM_BOT_FILES", setting: "limits.files", kind: whole("files", 1_000) },
  { variable: "PLATFORM_BOT_OPEN_FILES", setting: "limits.openFiles", kind: whole("files", 16) },
  {
    variable: "PLATFORM_BOT_MEMORY_MAX_BYTES",
    setting: "maxima.memoryBytes",
    kind: whole("bytes", 16 * 1024 * 1024),
  },
  { variable: "PLATFORM_BOT_PROCESSES_MAX", setting: "maxima.processes", kind: whole("processes") },
  {
    variable: "PLATFORM_BOT_CPUS_MAX",
    setting: "maxima.cpus",
    kind: { unit: "cores", least: 0.01, most: 1024 },
  },
  {
    variable: "PLATFORM_BOT_DISK_MAX_BYTES",
    setting: "maxima.diskBytes",
    kind: whole("bytes", 16 * 1024 * 1024),
  },
];
