import type { LaunchKind, LaunchRecord } from "@botyard/runtime";
import type {
  Actor,
  Bot,
  BotSettings,
  BotStatus,
  LogRecord,
  MetricRecord,
  Run,
  StatusEvent,
  StatusReason,
} from "../model/model.ts";
import type { Once } from "./once.ts";
import type { BotDiskRow, ConnectionRow, SecretValueRow, VersionRow } from "./rows.ts";

/** What a cut applies to: one bot, all bots of a user, or all bots. */
export interface CutScope {
  ownerId?: string;
  botId?: string;
}

/** A cut of a host or local service, or of everything. */
export interface StoredCut extends CutScope {
  host?: string;
  at: string;
  actor?: Actor;
}

/** The row of a launch, stored before the launch is started. */
export interface StoredLaunch {
  id: string;
  botId: string;
  runId?: string;
  kind: LaunchKind;
  generation: number;
  revision: number;
  record: LaunchRecord;
  /** `ended`: the process has ended and its output is stored; `gone`: its directory is removed. */
  state: "starting" | "running" | "ended" | "gone";
  createdAt: string;
  endedAt?: string;
  /** Which version of each named secret it was started with. */
  secrets?: Record<string, number>;
  /** Stored bytes of each stream. */
  offsets: { stdout: number; stderr: number };
}

/** A bot with the data that only the engine uses. */
export interface Supervised {
  bot: Bot;
  /** The back-off as JSON. */
  backoff?: string;
  /** The schedule is settled up to this time. */
  settledUntil?: string;
  deletedAt?: string;
}

/** A change of status and of related fields; `null` clears a field. */
export interface StatusChange {
  status: BotStatus | "deleted";
  /** The last request of a user led to it: the event names that user. */
  asked?: boolean;
  reason?: StatusReason | undefined;
  detail?: string | undefined;
  runningRevision?: number | null;
  startedAt?: string | null;
  restarts?: number;
  /** The supervisor's back-off, JSON. */
  backoff?: string | null;
}

export type NewLine = Omit<LogRecord, "seq" | "bot_id">;
export interface NewMetric extends Omit<MetricRecord, "seq" | "bot_id"> {
  /** When the platform read it. */
  ingested_at: string;
}

/** Output of one bot and the offsets up to which it was read. Both are stored in one transaction. */
export interface Batch {
  botId: string;
  lines: NewLine[];
  metrics: NewMetric[];
  /** Change in the number of dropped metrics that no line reports, and its time. */
  unreported?: { metrics: number; at: string };
  /** Everything before these offsets is stored once this batch is. */
  offsets?: { launchId: string; stdout: number; stderr: number };
}

/** The sequence numbers of a batch's first line and first metric. */
export interface Stored {
  firstLine: number;
  firstMetric: number;
}

/** The fields of a run that change. */
export type RunChange = Partial<
  Pick<
    Run,
    | "status"
    | "ended_by"
    | "detail"
    | "late_seconds"
    | "start_deadline_seconds"
    | "started_at"
    | "finished_at"
    | "exit_code"
    | "signal"
    | "result"
  >
>;

/** A schedule that is settled up to a time. */
export interface SettledSchedule {
  botId: string;
  settledUntil: string;
}

/** What the engine reads and writes. Each verb that writes is one transaction. */
export interface EngineStore {
  /** Whether the disk is so full that only essential commits are allowed. */
  readonly space: { readonly isLow: boolean };
  /** How many calls of {@link writeOutput} at the same time are faster than one after the other. */
  readonly outputLanes: number;
  /** How many short reads of output are worth one such call: a transaction of several round trips should have much to store. */
  readonly outputSlices: number;

  /** Returns a bot of any user, even if it is deleted. */
  botById(id: string): Promise<Bot | undefined>;
  supervisedBot(id: string): Promise<Supervised | undefined>;
  /** Returns all bots that are not deleted, and deleted ones whose processes may still exist. */
  supervisedBots(): Promise<Supervised[]>;
  findVersion(ownerId: string, name: string, version: string): Promise<VersionRow | undefined>;
  /** Whether a bot that is not deleted has a version with these contents. */
  isPackageUsed(contentSha256: string): Promise<boolean>;
  /** Returns the configs of a bot's newest revisions. */
  pastConfigs(botId: string): Promise<Record<string, unknown>[]>;
  /** Returns the settings that a process of a revision is started with. */
  startedAs(botId: string, revision: number): Promise<BotSettings | undefined>;
  /** Records that the running process matches this revision. */
  keepRunningRevision(botId: string, revision: number): Promise<void>;
  /**
   * Updates a bot and stores an event for each change, and the launch that they lead to. The caller publishes the
   * returned events.
   */
  changeStatus(
    botId: string,
    changes: readonly StatusChange[],
    at: string,
    launch?: StoredLaunch,
  ): Promise<StatusEvent[]>;

  /** Returns the launches of earlier platform processes that are not `gone`, oldest first. */
  openLaunches(): Promise<StoredLaunch[]>;
  addLaunch(launch: StoredLaunch): Promise<void>;
  changeLaunch(
    id: string,
    change: Partial<Pick<StoredLaunch, "record" | "endedAt" | "secrets">> & Pick<StoredLaunch, "state">,
  ): Promise<void>;

  getRun(id: string): Promise<Run | undefined>;
  /** Returns the last time at which a run was started or a schedule settled: the platform worked then. */
  aliveUntil(): Promise<Date>;
  /** Returns a bot's queued and running runs in the order they were queued. */
  activeRuns(botId: string): Promise<Run[]>;
  /** @throws {PlatformError} `quota_exceeded` */
  addRun(run: Run, once?: Once): Promise<void>;
  changeRun(id: string, change: RunChange, once?: Once): Promise<void>;
  /** Stores how a run ended, and that its launch has ended. */
  finishRun(id: string, outcome: RunChange, launch?: { id: string; endedAt: string }): Promise<void>;
  settleSchedule(schedule: SettledSchedule): Promise<void>;
  /**
   * Adds the rows of ticks, except those that already have one, with the launches of those added, and settles their
   * schedules. Returns the ids of the runs added.
   */
  settleTicks(ticks: {
    rows: readonly Run[];
    launches: readonly StoredLaunch[];
    schedules: readonly SettledSchedule[];
  }): Promise<ReadonlySet<string>>;

  /**
   * Stores output in one transaction. Returns the sequence numbers in the same order. It survives a crash of the
   * platform, but not always a power failure.
   * @throws {RecordRefusedError} if a record would be refused at every attempt
   */
  writeOutput(batches: readonly Batch[]): Promise<Stored[]>;
  /** Tries what {@link writeOutput} does, and stores nothing. Returns why a record is refused; `undefined` if none is. */
  refusalOf(batch: Batch): Promise<string | undefined>;
  /** Returns true if all output stored so far would survive a power failure. */
  isDurable(): Promise<boolean>;

  /** Returns what the files of all bots use on the disk, as measured last. */
  diskUse(): Promise<BotDiskRow[]>;
  /** Stores what the files of bots use on the disk. Losing it in a power failure does little harm. */
  keepDiskUse(rows: readonly BotDiskRow[]): Promise<void>;
  /** Call when the files of a bot are removed. */
  forgetDiskUse(botId: string): Promise<void>;

  /** Returns the values of these secrets of a user, the newest version first. */
  secretValues(ownerId: string, names: readonly string[]): Promise<SecretValueRow[]>;
  /** Returns which version of these secrets running bots of a user must have at least. */
  appliedVersions(
    ownerId: string,
    names: readonly string[],
  ): Promise<{ name: string; applied_version: number }[]>;
  /** Notes which bot used secrets last, and when. */
  touchSecrets(ownerId: string, names: readonly string[], use: { at: string; botId: string }): Promise<void>;
  /** Returns what is cut. */
  cuts(): Promise<StoredCut[]>;
  addCut(cut: StoredCut, once?: Once): Promise<void>;
  /** Removes the cuts of exactly this scope: of one host, or all of them. */
  removeCuts(scope: CutScope, host?: string, once?: Once): Promise<void>;
  /** Adds to what bots have connected to. Losing it in a power failure does little harm. */
  addConnections(rows: readonly ConnectionRow[]): Promise<void>;

  /** Returns the bots that have stored data, including deleted ones. */
  botsWithData(): Promise<string[]>;
  botsDeletedBefore(before: string): Promise<string[]>;
  /** These remove a slice of the oldest data, and return true if there may be more. */
  removeOldLines(botId: string, before: string): Promise<boolean>;
  removeExcessLines(botId: string, bytesAtMost: number): Promise<boolean>;
  removeOldMetrics(botId: string, before: string): Promise<boolean>;
  removeExcessMetrics(botId: string, bytesAtMost: number): Promise<boolean>;
  removeGoneLaunches(before: string): Promise<boolean>;
  removeBotData(botId: string): Promise<boolean>;

  /** Resolves when no write is waiting. */
  settle(): Promise<void>;
}
