import type { Resources } from "@botyard/manifest";
import type {
  Actor,
  Bot,
  BotRevision,
  BotStatus,
  Dropped,
  MetricRecord,
  Run,
  RunStatus,
  StatusEvent,
} from "../model/model.ts";
import type { SignInBounds } from "../selection/crowded-source.ts";
import type { LogFilter, LogPage } from "../selection/log-page.ts";
import type { Overview, OverviewWindow } from "../selection/overview.ts";
import type { Paged } from "../selection/page.ts";
import type { StoredQuota } from "../settings/quotas.ts";
import type {
  BotChange,
  BotFilter,
  Changed,
  DeletedVersion,
  KeptRecords,
  LogSummary,
  MetricFilter,
  MetricList,
  MetricPage,
  MetricPageFilter,
  Page,
  PageSize,
} from "./filters.ts";
import type { KnownRequest, Once, StoredAnswer } from "./once.ts";
import type {
  ArchivedVersion,
  ConnectionRow,
  DeviceRow,
  KeyRow,
  NewUser,
  NewVersion,
  Owner,
  SecretRow,
  SecretValueRow,
  SessionRow,
  SignInLinkRow,
  StoredFiles,
  UserRow,
  VersionRow,
} from "./rows.ts";

/**
 * What operations, doors and services read and write. They know no other part of the store, so that it can be replaced:
 * by another database, or by one in memory. Each verb that writes is one transaction.
 */
export interface ServiceStore {
  /** Returns what a bot has connected to, the newest first. */
  connectionsOf(botId: string): Promise<ConnectionRow[]>;
  /** Returns a bot of this user; `undefined` if it does not exist, is deleted or belongs to another user. */
  findBot(ownerId: string, id: string): Promise<Bot | undefined>;
  /** Returns a bot of any user; `undefined` if it does not exist or is deleted. For administrators only. */
  findAnyBot(id: string): Promise<Bot | undefined>;
  /** Returns a page of the bots of a user, or of all users, in the order of their creation. */
  listBots(ownerId: string | undefined, filter: BotFilter): Promise<Bot[]>;
  /**
   * Stores a new bot with its first revision. Returns false if another bot of the user has the name.
   *
   * @throws {PlatformError} `quota_exceeded`
   */
  insertBot(
    bot: Bot,
    keyId: string | undefined,
    actor?: Actor,
    once?: Once,
  ): Promise<boolean | "version_gone">;
  /**
   * Reads a bot, calls `decide` and writes the change, all in one transaction. New settings create a revision.
   *
   * @throws {PlatformError} `quota_exceeded` if the bot is to be started
   */
  changeBot(ownerId: string, id: string, change: BotChange): Promise<Changed>;
  /** Returns the revisions of a bot below `before`, newest first. */
  listRevisions(botId: string, page: { before?: number; limit: number }): Promise<BotRevision[]>;

  findVersion(ownerId: string, name: string, version: string): Promise<VersionRow | undefined>;
  /**
   * Stores a version. Returns false if it already exists; the store decides between concurrent uploads.
   *
   * @param files its contents (default: it is stored as an archive, as by earlier platforms)
   * @throws {PlatformError} `quota_exceeded`
   */
  insertVersion(row: NewVersion, files?: StoredFiles): Promise<boolean | "files_missing">;
  /**
   * Marks a version as deleted, unless a bot uses it. {@link findVersion} still returns it.
   *
   * @param contents the contents of the version, as JSON texts of SHA-256s (default: none)
   */
  deleteVersion(
    ownerId: string,
    which: { name: string; version: string; at: string },
    contents?: string[],
  ): Promise<DeletedVersion>;
  /** @throws {PlatformError} `quota_exceeded` */
  restoreVersion(
    ownerId: string,
    name: string,
    version: string,
    files?: StoredFiles,
  ): Promise<"restored" | "files_missing">;

  /** Returns which of these contents a user has not sent. They are given as JSON texts of SHA-256s. */
  missingFiles(ownerId: string, contents: string[]): Promise<string[]>;
  /** Returns what those contents use on the disk that a user has not sent yet. They are given as in {@link StoredFiles}. */
  newFileBytes(ownerId: string, contents: string[]): Promise<number>;
  /**
   * Stores that a user has sent contents, given as in {@link StoredFiles}.
   *
   * @throws {PlatformError} `quota_exceeded`
   */
  addFiles(ownerId: string, contents: string[], at: string): Promise<void>;
  /**
   * Forgets contents that no version has and that were sent before the given time.
   *
   * @returns how many were forgotten, of which there may be more, and which of them no user has
   */
  forgetUnusedFiles(before: string): Promise<{ forgotten: number; unneeded: string[] }>;
  /** Returns those of the contents that no user has. They are given as a JSON text of SHA-256s. */
  strayFiles(contents: string): Promise<string[]>;
  /** Returns those of the packages that no version has. They are given as a JSON text of the SHA-256s of their lists. */
  strayPackages(packages: string): Promise<string[]>;
  /** Returns versions that are stored as the archives of an earlier platform, the oldest first. */
  archivedVersions(): Promise<ArchivedVersion[]>;
  /** Stores that such a version is stored as a list of contents now. */
  setListed(
    version: Pick<VersionRow, "owner_id" | "name" | "version">,
    files: Pick<StoredFiles, "contents" | "at">,
  ): Promise<void>;

  /** Returns a page of a user's custom bots, sorted by name, with their versions. */
  listCustomBots(
    ownerId: string,
    page: Page,
  ): Promise<{ name: string; versions: { version: string; createdAt: string }[] }[]>;
  /** Returns all versions of a custom bot, in the order of their upload. */
  versionsOf(
    ownerId: string,
    name: string,
  ): Promise<Pick<VersionRow, "version" | "sha256" | "bytes" | "created_at">[]>;

  userById(id: string): Promise<UserRow | undefined>;
  userByName(name: string): Promise<UserRow | undefined>;
  /** Returns the user that the first start created. */
  firstUser(): Promise<UserRow | undefined>;
  /** Returns a page of users in the order of their creation. */
  listUsers(page: Page): Promise<UserRow[]>;
  /** Stores a user. Returns false if the name is taken. */
  insertUser(user: NewUser, once?: Once): Promise<boolean>;
  /**
   * Disables a user and ends its sessions and sign-ins. Changes nothing if it is the last admin.
   *
   * @returns false if it is the last admin
   */
  disableUser(id: string, at: string, once?: Once): Promise<boolean>;
  /** Enables a user, and gives it the role if one is named. */
  enableUser(id: string, role?: UserRow["role"], once?: Once): Promise<void>;
  /** Returns the ids of the admins that are not disabled. */
  enabledAdmins(): Promise<string[]>;

  /** Returns a key with its owner, even if it is revoked or expired. */
  keyById(id: string): Promise<(KeyRow & Owner) | undefined>;
  /** Returns a user's keys that are neither revoked nor expired at the given time. */
  keysInForce(ownerId: string, at: string): Promise<KeyRow[]>;
  /** Returns a page of the keys of a user, or of all users, that are not revoked, in the order of their creation. */
  listKeys(
    ownerId: string | undefined,
    page: { after?: { createdAt: string; id: string } | undefined; limit: number },
  ): Promise<KeyRow[]>;
  /**
   * Stores a key.
   *
   * @param options.beyondQuota whether it is stored even if the user has too many
   * @throws {PlatformError} `quota_exceeded`
   */
  insertKey(key: KeyRow, options?: { beyondQuota?: boolean; once?: Once | undefined }): Promise<void>;
  /**
   * Revokes a key of a user, or of any user, and ends the sessions that were opened with it.
   *
   * @returns false if there is no such key or it was already revoked
   */
  revokeKey(ownerId: string | undefined, id: string, at: string): Promise<boolean>;
  /** Updates "last used". Losing it in a power failure does little harm. */
  touchKey(id: string, at: string): Promise<void>;

  /** Stores a session; removes ended ones, and the oldest of a user that has too many. */
  insertSession(session: SessionRow, idleSince: string): Promise<void>;
  /** Returns a session with its user, even if it has expired. */
  sessionByHash(tokenHash: string): Promise<(SessionRow & Owner) | undefined>;
  /** Updates the last use. Losing it in a power failure does little harm. */
  /** Returns when a session was used last. */
  sessionSeenAt(id: string): Promise<string | undefined>;
  touchSession(id: string, at: string): Promise<void>;
  deleteSession(id: string): Promise<void>;
  /** Stores a sign-in link, and removes expired ones. */
  insertSignInLink(link: SignInLinkRow, now: string): Promise<void>;
  /** Removes a sign-in link. Returns its user, unless it has expired. */
  takeSignInLink(hash: string, now: string): Promise<string | undefined>;

  /** Stores a sign-in of a device, in the place of another one if a bound is reached; removes those expired by `old`. */
  insertDevice(device: DeviceRow, bounds: SignInBounds, old: string): Promise<void>;
  /** Returns a sign-in that nobody has decided on and that has not expired. */
  pendingDevice(userCodeHash: string, now: string): Promise<DeviceRow | undefined>;
  /** Decides on a pending sign-in. Returns it, unless it is unknown, expired or decided. */
  decideDevice(
    userCodeHash: string,
    decision: { status: "approved" | "denied"; user_id: string },
    now: string,
    once?: Once,
  ): Promise<DeviceRow | undefined>;
  deviceByHash(deviceHash: string): Promise<DeviceRow | undefined>;
  /** Records a poll, and the interval that the device must keep from now on. */
  touchDevice(deviceHash: string, polled: { polled_at: string; interval_seconds: number }): Promise<void>;
  /** Removes a sign-in. Returns it only to the first of several callers. */
  takeDevice(deviceHash: string): Promise<DeviceRow | undefined>;

  getRun(id: string): Promise<Run | undefined>;
  /** Returns what a list of bots shows of the newest run. */
  lastRun(botId: string): Promise<Pick<Run, "id" | "status" | "tick" | "finished_at"> | undefined>;
  /**
   * Returns a page of a bot's runs, newest first. Ids sort by the time of the tick or, for a run by hand, of the
   * request. `before` is the id of the last run of the previous page.
   */
  listRuns(
    botId: string,
    filter: { status?: readonly RunStatus[]; before?: string } & PageSize,
  ): Promise<Paged<Run>>;
  /**
   * Returns a page of the runs of ticks between two times, both inclusive, in order of the ticks. `after` is the tick
   * of the last run of the previous page.
   */
  runsOfTicks(
    botId: string,
    range: { from: string; to: string; after?: string } & PageSize,
  ): Promise<Paged<Run>>;
  /** Counts the runs scheduled between two times, both inclusive. `error` includes timed out and lost runs. */
  countRuns(
    botId: string,
    from: string,
    to: string,
  ): Promise<{ total: number; success: number; error: number }>;

  /**
   * Returns lines of one bot, oldest first: the newest `limit` that match or, with only `after`, the oldest `limit`
   * after it, so that a reader can page forwards. The newest lines are those with the highest sequence numbers or, if
   * only times select the lines, those with the latest times, which a bot may write in any order.
   */
  listLogs(botId: string, filter: LogFilter): Promise<LogPage>;
  /** Summarises the log between two times, both inclusive. */
  summarizeLogs(botId: string, from: string, to: string): Promise<LogSummary>;
  /** Returns a page of the newest metrics of each type, sorted by type. `after` is the last type of the previous page. */
  latestMetrics(botId: string, page?: { after?: string; bytes?: number }): Promise<Paged<MetricRecord>>;
  /** Returns the metrics of one bot between two times. */
  listMetrics(botId: string, filter: MetricFilter): Promise<MetricList>;
  /** Returns a page of the metrics that match, none left out. A page also ends after reading many that do not match. */
  metricPage(botId: string, filter: MetricPageFilter): Promise<MetricPage>;
  /** Returns the metrics after a sequence number, in order, up to the size at which a page ends. */
  metricsAfter(botId: string, after: number, size: PageSize): Promise<MetricRecord[]>;
  /** Returns what a list shows of some bots, in the given order. What it costs does not depend on their history. */
  overviewsAt(botIds: readonly string[], window: OverviewWindow): Promise<Overview[]>;
  /** Returns a page of events, newest first. `before` is the sequence number of the last event of the previous page. */
  listStatusEvents(botId: string, page: { before?: number; limit: number }): Promise<StatusEvent[]>;
  /** Returns the events after a sequence number, oldest first. */
  statusEventsAfter(botId: string, after: number, limit: number): Promise<StatusEvent[]>;
  /** Returns how much of a bot's output is stored. What it costs does not depend on how much that is. */
  keptRecords(botId: string): Promise<KeptRecords>;
  /** Returns the totals of a bot's dropped output. */
  droppedOf(botId: string): Promise<Dropped>;
  /** Returns the last sequence number of each channel of a bot, 0 if there is none. */
  lastSeqs(botId: string): Promise<{ logs: number; metrics: number; status: number }>;

  /** Returns how much a user has of each quota at the given time, when expired keys do not count. */
  quotaUse(ownerId: string, at: string): Promise<Record<StoredQuota, number>>;

  listSecrets(ownerId: string, page: { after?: string | undefined; limit: number }): Promise<SecretRow[]>;
  findSecret(ownerId: string, name: string): Promise<SecretRow | undefined>;
  /**
   * Stores a new version of a secret, which may be its first one.
   *
   * @param seal encrypts its value as this version
   * @throws {PlatformError} `quota_exceeded`
   */
  putSecret(
    secret: { ownerId: string; name: string; at: string; actor: Actor; staged: boolean },
    seal: (version: number) => string,
  ): Promise<void>;
  /** Has running bots be restarted with the newest version. Returns false if there is no such secret. */
  applySecret(ownerId: string, name: string): Promise<boolean>;
  deleteSecret(ownerId: string, name: string, at: string): Promise<boolean>;
  /** Returns the bots whose config refers to a secret. */
  botsWithSecret(ownerId: string, name: string): Promise<{ bot_id: string; name: string }[]>;
  /** Returns the values of these secrets of a user, the newest version first. */
  secretValues(ownerId: string, names: readonly string[]): Promise<SecretValueRow[]>;
  /** Returns how many bots have each status, over all users. */
  botTotals(): Promise<{ status: BotStatus; count: number }[]>;
  /** Returns how many bots that should run ask for the same resources; without any, they have those of the platform. */
  askedResources(): Promise<{ resources?: Resources; count: number }[]>;
  /** Returns how many runs have ended with each status, including runs that retention has removed. */
  runTotals(): Promise<{ status: RunStatus; count: number }[]>;
  /** Returns the size of the database, with its log if that is its own, in bytes. */
  databaseBytes(): Promise<number>;
  /** @throws {Error} if the store cannot be read */
  checkStore(): Promise<void>;

  /** Returns the request that came first with a key. */
  requestOf(once: Pick<Once, "ownerId" | "key" | "at">): Promise<KnownRequest | undefined>;
  keepAnswer(once: Once, answer: StoredAnswer): Promise<void>;
  /** Removes requests with a key that came before `before`. */
  forgetRequests(before: string): Promise<void>;
}
