import type { Runtime } from "@botyard/manifest";

/** What a launched process is for; it decides which of the contract's variables it is given [ENV]. */
export type LaunchKind = "bot" | "run" | "query-server" | "query";

/** Upper bounds on what one launch may use; the executor enforces them by the kernel or by watching. */
export interface LaunchLimits {
  /** Memory of all processes together, in bytes. */
  memoryBytes: number;
  /** Number of processes and threads. */
  processes: number;
  /** Processor cores, 0.5 is half of one. */
  cpus: number;
  /** Open files per process. */
  openFiles: number;
}

/** Everything needed to start one process of a bot. Paths are absolute paths of the platform's machine. */
export interface LaunchSpec {
  /** Unique for ever; it names the launch's directory and is the identity checked before any signal. */
  id: string;
  kind: LaunchKind;
  botId: string;
  /** A directory of this launch alone; the executor creates it and keeps output, exit status and result in it. */
  dir: string;
  /** The unpacked package, read-only to the bot. Every user may read it: the bot's own may be none that owns it. */
  codeDir: string;
  /** The bot's state directory, created when missing; queries see it read-only. It comes to belong to the bot's user. */
  stateDir: string;
  runtime: Runtime;
  /** `entrypoints.bot` or `entrypoints.query` of the package. */
  entrypoint: string;
  /** The instance's config as JSON text. */
  config: string;
  model: "realtime" | "scheduled";
  /** Scheduled runs only: `RUN_ID` and `SCHEDULED_AT`. */
  run?: { id: string; scheduledAt: string };
  /** One-shot queries only: `QUERY_PATH` and `QUERY_PARAMS` (JSON text). */
  query?: { path: string; params: string };
  /** Query servers only: `QUERY_HOST` and `QUERY_PORT`. */
  listen?: { host: string; port: number };
  /** What the operator lets every bot see, for instance the address of a price feed. */
  extraEnv: Record<string, string>;
  limits: LaunchLimits;
}

/**
 * How a launch ended. `code` and `signal` are both absent when nobody can say (its reaper was killed too); after a signal
 * both are there, the code being 128 and the signal's number.
 */
export interface Exit {
  code?: number;
  /** A signal's name; derived from 128 + n where the reaper shows only that. */
  signal?: string;
  /** Set when the executor itself ended it for breaking a limit. */
  limit?: "memory" | "processes";
  endedAt: Date;
}

/** What the platform stores to find the process again after its own death; plain JSON. */
export interface LaunchRecord {
  id: string;
  dir: string;
  engine: string;
  isolation: string;
  /** Identity of the process that holds the launch together; absent until it is known. */
  process?: { bootId: string; pid: number; startTime: string };
}

/** The files of a launch, by their absolute paths. */
export interface LaunchFiles {
  stdout: string;
  stderr: string;
  /** The run's result or the one-shot query's answer. */
  result: string;
}

/** One started process of a bot with everything it started in turn. */
export interface Launch {
  readonly record: LaunchRecord;
  readonly files: LaunchFiles;
  /**
   * Settles once the main process has ended and nothing of the launch is left alive. Never rejects.
   * A launch does not keep the platform's process alive: waiting for this alone does not, either.
   */
  readonly ended: Promise<Exit>;
  /** SIGTERM to the main process, after `graceMs` SIGKILL to everything of the launch. */
  stop(graceMs: number): Promise<Exit>;
  /** SIGKILL to everything of the launch. */
  kill(): Promise<Exit>;
  /** True when the process that listens on this local TCP port belongs to the launch. */
  ownsPort(port: number): Promise<boolean>;
}

/** How bots are kept apart from the machine and from each other, from the strongest to none at all. */
export type IsolationLevel = "bubblewrap" | "user" | "none";

/** Which isolation is in force, in words that start-up and `/healthz` print. */
export interface IsolationReport {
  engine: string;
  /** `undetermined`: none has been established, and no bot is started. */
  isolation: IsolationLevel | "undetermined";
  limits: "cgroup" | "watched";
  /** Why it is not more than that, one sentence each; empty when nothing stronger exists. */
  reasons: string[];
}

export interface Executor {
  describe(): IsolationReport;
  /**
   * Tries again to establish the isolation of bots while it is `undetermined`, and does nothing afterwards: what has been
   * established stays for the life of the executor. Never rejects; the report says what came of it.
   */
  establish(): Promise<IsolationReport>;
  /** Starts a process. Rejects with a {@link LaunchError} when it can not be started at all. */
  launch(spec: LaunchSpec): Promise<Launch>;
  /**
   * Finds a launch that an earlier platform process started, alive or ended.
   * `undefined`: it was never started (nothing of it exists and nothing recorded that it did).
   */
  adopt(record: LaunchRecord): Promise<Launch | undefined>;
}

/** A process could not be started: `no_interpreter`, `entrypoint_missing`, `spawn_failed`, `isolation_unavailable`. */
export class LaunchError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LaunchError";
    this.code = code;
  }
}
