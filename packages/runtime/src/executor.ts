import type { Socket } from "node:net";
import type { Counted, Cut, Policy } from "@botyard/border";
import type { Runtime, Runtimes, Target } from "@botyard/manifest";

/** Purpose of a launch. It determines which of the contract's environment variables are set [ENV]. */
export type LaunchKind = "bot" | "run" | "query-server" | "query";

/** Resource limits of one launch. They are enforced by the kernel, or by the executor's own monitoring. */
export interface LaunchLimits {
  /** Memory of all processes together, in bytes. */
  memoryBytes: number;
  /** Number of processes and threads. */
  processes: number;
  /** CPU limit in cores; 0.5 is half a core. */
  cpus: number;
  /** Number of open files per process. */
  openFiles: number;
  /** State, temporary files, output and result together, in bytes on the disk (default: no limit). */
  diskBytes?: number;
  /** Number of files and folders of the same (default: no limit). */
  files?: number;
}

/** Where a server is reached by TCP. */
export interface Address {
  host: string;
  port: number;
  /** Id of the launch in whose network it is (default: it is in that of the host). */
  launch?: string;
}

/** A network of its own for a launch: what its processes may connect to, and what of that is cut. */
export interface LaunchNetwork {
  policy: Policy;
  cut: Cut;
}

/** Everything needed to start one process of a bot. All paths are absolute paths on the platform's machine. */
export interface LaunchSpec {
  /** Unique id that is never reused. It marks the launch's processes, so that no other process is signalled. */
  id: string;
  kind: LaunchKind;
  botId: string;
  /** Id of the user whose bot it is. Work on the files of bots takes turns by user (default: by bot). */
  ownerId?: string;
  /** Id of the data folder. It marks the launch's processes too, so that they are found if their records are lost. */
  dataFolder?: string;
  /** Directory of this launch only. The executor creates it, and keeps output, exit status and result in it. */
  dir: string;
  /** The unpacked package, read-only for the bot. Every user must be able to read it. */
  codeDir: string;
  /** The bot's state directory, read-only for queries. Created if missing, and owned by the bot's user afterwards. */
  stateDir: string;
  /**
   * Folder for what the launch's libraries may keep between launches of this kind. The executor creates it, and empties
   * it before a start if it takes up too much (default: a folder that is gone after the launch).
   */
  cacheDir?: string;
  runtime: Runtime;
  /** Interfaces of Python, such as `cp311`, one of which the compiled modules of the package need (default: any will do). */
  abis?: readonly string[];
  /** `entrypoints.bot` or `entrypoints.query` of the package. */
  entrypoint: string;
  /** The instance's config as JSON text. */
  config: string;
  model: "realtime" | "scheduled";
  /** Scheduled runs only: `RUN_ID` and `SCHEDULED_AT`. */
  run?: { id: string; scheduledAt: string };
  /** One-shot queries only: `QUERY_PATH` and `QUERY_PARAMS` (JSON text). */
  query?: { path: string; params: string };
  /** Scheduled runs and one-shot queries only: `TRACEPARENT` and `TRACESTATE`. */
  trace?: { traceparent: string; tracestate?: string };
  /** Query servers only: where to listen (default: an address that the executor chooses). */
  listen?: Address;
  /** Environment variables that the operator sets for every bot, such as the address of a price feed. */
  extraEnv: Record<string, string>;
  limits: LaunchLimits;
  /** Default: the processes have the network of the host. */
  network?: LaunchNetwork;
}

/** A limit that a launch exceeded. */
export interface BrokenLimit {
  /** `user_disk`: a limit of all bots of its user together, which the caller of the executor watches. */
  name: "memory" | "processes" | "disk" | "files" | "user_disk";
  /** What it used when it was killed, in bytes or as a number; absent if the kernel enforces the limit. */
  used?: number;
  /** Why its use could not be measured, which ends a launch too: "stored files that …". */
  obstacle?: string;
  allowed: number;
}

/**
 * How a launch ended. `code` and `signal` are both absent if the exit status is unknown because the reaper was killed
 * too. After a signal both are set, and the code is 128 plus the signal's number.
 */
export interface Exit {
  code?: number;
  /** Name of the signal, derived from an exit code of 128 + n. */
  signal?: string;
  /** Set if the launch was killed because it exceeded this limit. */
  limit?: BrokenLimit;
  endedAt: Date;
}

/** What the platform stores to find the process again after a restart; plain JSON. */
export interface LaunchRecord {
  id: string;
  dir: string;
  engine: string;
  isolation: string;
  /** Identity of the launch's reaper; absent until it is known. */
  process?: { bootId: string; pid: number; startTime: string };
  /** Query servers only: where it is reached; absent until it is known. */
  address?: Address;
}

/** Absolute paths of the files of a launch. */
export interface LaunchFiles {
  stdout: string;
  stderr: string;
  /** Result of a run, or answer of a one-shot query. */
  result: string;
}

/** What the processes of a launch use together. */
export interface LaunchUsage {
  /** Memory, with shared pages counted in proportion; absent if it cannot be read. */
  memoryBytes?: number;
  /** Use of the processor over the last half second or more, in cores. */
  cpus: number;
  /** Number of processes and threads. */
  processes: number;
  /** What it may use; absent if it was started by a platform that did not record it. */
  limits?: LaunchLimits;
}

/** What the kernel has counted for a launch. */
export interface LaunchCounters {
  memoryBytes: number;
  /** Processor time since the launch began; absent if the kernel does not count it. */
  cpuSeconds?: number;
}

/** What a launch uses on the disk. */
export interface Stored {
  bytes: number;
  /** The launch has ended: these are the files that it leaves outside of its own directory. */
  isLast: boolean;
}

/** A started process of a bot with all its descendants. */
export interface Launch {
  readonly record: LaunchRecord;
  readonly files: LaunchFiles;
  readonly hasOwnNetwork: boolean;
  /**
   * Resolves when the main process has ended and no process of the launch is left. Never rejects.
   * Neither a launch nor waiting for its end keeps the Node process alive.
   */
  readonly ended: Promise<Exit>;
  /** Whether its main process is known to have ended. */
  readonly hasEnded: boolean;
  /** Sends SIGTERM to the main process and, after `graceMs` milliseconds, SIGKILL to all processes of the launch. */
  stop(graceMs: number): Promise<Exit>;
  /** Sends SIGKILL to all processes of the launch. */
  kill(): Promise<Exit>;
  /**
   * Returns where the platform reaches the launch's query server; `undefined` while it does not listen, while another
   * program listens there, and for launches without a query server.
   */
  address(): Promise<Address | undefined>;
  /**
   * Cuts hosts and local services, until the next call. Their connections are reset, and new ones are refused.
   * @throws {Error} if the launch has the network of the host, or if it cannot be cut now
   */
  cut(cut: Cut): Promise<void>;
  /** Kills the launch because it has exceeded a limit, which its exit names. */
  breakOff(limit: BrokenLimit): Promise<void>;
  /** Calls `listener` whenever it has been measured what the launch uses on the disk. Only with a limit on disk space. */
  onStored(listener: (stored: Stored) => void): void;
  /** Measures what the launch uses; `undefined` if it has ended. Takes up to half a second. */
  usage(): Promise<LaunchUsage | undefined>;
  /** Reads what the kernel counts, which takes no time; `undefined` if the launch has no cgroup, or has ended. */
  counters(): LaunchCounters | undefined;
}

/** Levels of isolation between bots, and between bots and the machine, from the strongest to the weakest. */
export type IsolationLevel = "bubblewrap" | "user" | "none";

/** The isolation in use, as shown at start-up and by `/healthz`. */
export interface IsolationReport {
  engine: string;
  /** `undetermined`: no isolation has been established, and no bot is started. */
  isolation: IsolationLevel | "undetermined";
  /** How limits are enforced: by the kernel, or by the executor's own monitoring. */
  limits: "cgroup" | "watched";
  /** Why isolation and limits are not stronger, one sentence each; empty if there is nothing stronger. */
  reasons: string[];
  /** Why launches cannot have a network of their own, in one sentence; absent if they can. */
  networkObstacle?: string;
}

/** What the environment of a process says about its launch. */
export interface LaunchMark {
  launchId: string;
  botId: string;
  /** Absent if an earlier version started it. */
  dataFolder?: string;
}

/** A launch that was found by the mark of its processes. Of its output nothing is known. */
export interface MarkedLaunch {
  mark: LaunchMark;
  launch: Pick<Launch, "record" | "ended" | "stop" | "kill">;
}

export interface Executor {
  describe(): IsolationReport;
  /** Describes what bots run on, with the interpreters of these runtimes that are found. Never rejects. */
  target(runtimes: Runtimes): Promise<Target>;
  /**
   * Retries establishing the isolation of bots if it is `undetermined`; otherwise does nothing, because an established
   * isolation stays for the life of the executor. Never rejects; the result is in the report.
   */
  establish(): Promise<IsolationReport>;
  /**
   * Starts a process.
   * @throws {LaunchError} if it cannot be started
   */
  launch(spec: LaunchSpec): Promise<Launch>;
  /**
   * Returns the compiler of a runtime, if it has one.
   * @throws {LaunchError} `no_interpreter`, `isolation_unavailable`
   */
  compilerOf?(runtime: Runtime, abis?: readonly string[]): Promise<Compiler | undefined>;
  /**
   * Finds a launch that an earlier platform process started, running or ended.
   * Returns `undefined` if it was never started.
   * @param cut what is cut in its network (default: nothing)
   */
  adopt(record: LaunchRecord, cut?: Cut): Promise<Launch | undefined>;
  /**
   * Connects to an address that {@link Launch.address} has returned.
   * @throws {Error} if there is no such launch
   */
  connect(address: Address): Promise<Socket>;
  /** Returns what launches with a network of their own have connected to since the last call. */
  connections(): Promise<Counted[]>;
  /**
   * Finds running launches by the marks of their processes alone, for instance because their folders are gone, so that
   * they can be ended. Reads the environment of every process of the machine.
   * @param belongs must return false for launches of other platforms, and for those that were adopted
   */
  marked(belongs: (mark: LaunchMark) => boolean): Promise<MarkedLaunch[]>;
}

/** A package to be compiled. */
export interface CompileSpec
  extends Pick<LaunchSpec, "id" | "codeDir" | "runtime" | "abis" | "entrypoint" | "limits"> {
  /** Folder of this compilation only. The executor creates it. */
  dir: string;
  /** Ends the compilation early. */
  signal: AbortSignal;
}

/** Compiles packages before they are started, for interpreters that would otherwise do so at each start. */
export interface Compiler {
  /** Identifies the form of the bytecode: an interpreter ignores other forms. */
  readonly form: string;
  /**
   * Compiles the files that can be compiled, isolated and limited like a bot, and returns the folder that has
   * `a/b.<tag>.pyc` for each `a/b.py`.
   * @throws {LaunchError} if it cannot be started
   */
  compile(spec: CompileSpec): Promise<string>;
}

/**
 * A failed start. Codes: `no_interpreter`, `entrypoint_missing`, `spawn_failed`, `isolation_unavailable`,
 * `network_unavailable`, and `limit_exceeded`: what the bot has stored exceeds a limit.
 */
export class LaunchError extends Error {
  readonly code: string;
  /** The limit, with `limit_exceeded`. */
  readonly limit?: BrokenLimit;
  constructor(code: string, message: string, options: ErrorOptions & { limit?: BrokenLimit } = {}) {
    super(message, options);
    this.name = "LaunchError";
    this.code = code;
    if (options.limit) this.limit = options.limit;
  }
}
