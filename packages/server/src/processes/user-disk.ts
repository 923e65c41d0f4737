import type { Launch, Stored } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Bot } from "../model/model.ts";
import { requireRoom, variableOf } from "../settings/quotas.ts";
import type { Settings } from "../settings/settings.ts";
import type { BotDiskRow, EngineStore } from "../store/index.ts";

/** How much a bot may grow while its user is over the quota, for example by output that is about to be read. */
const growthBytes = 1024 * 1024;
/** A change by less is stored only at the end of a launch. */
const noteworthyBytes = 64 * 1024;
const storeEveryMs = 5_000;

/** The files of a bot, as measured last. */
interface OfBot {
  row: BotDiskRow;
  /** Launches of queries that run, with what each of them uses: its own files, and the cache that they share. */
  queries: Map<string, number>;
  /** What the store has. */
  stored: number;
  isGone: boolean;
}

interface OfUser {
  bytes: number;
  /** What each bot used when the user exceeded the quota; absent while it is not exceeded. */
  before: Map<string, number> | undefined;
  waiting: Set<() => void>;
}

/** There is no room for the files of another launch. */
export class UserDiskFullError extends Error {
  override readonly name = "UserDiskFullError";
}

/**
 * Adds up what the files of each user's bots use on the disk, and stores it. While a user is over the quota, none of its
 * bots is started, and a running one is killed when it grows. The others go on: to end them would free nothing.
 */
export class UserDisk {
  readonly #options: { store: EngineStore; settings: Settings; clock: Clock; log: Logger };
  readonly #bots = new Map<string, OfBot>();
  readonly #users = new Map<string, OfUser>();
  readonly #unstored = new Set<OfBot>();
  #disarm: (() => void) | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: { store: EngineStore; settings: Settings; clock: Clock; log: Logger }) {
    this.#options = options;
  }

  /** Reads what an earlier platform process has measured. */
  async load(): Promise<void> {
    for (const row of await this.#options.store.diskUse()) {
      const stored = keptBytes(row);
      this.#bots.set(row.bot_id, { row, queries: new Map(), stored, isGone: false });
      this.#userOf(row.owner_id).bytes += stored;
    }
  }

  /** What the files of a user's bots use, also those of queries that run. */
  bytesOf(userId: string): number {
    return this.#users.get(userId)?.bytes ?? 0;
  }

  /** Why no bot of a user can be started; `undefined` if there is room. */
  obstacleOf(userId: string): string | undefined {
    const { userDiskBytes } = this.#options.settings;
    if (this.bytesOf(userId) < userDiskBytes) return undefined;
    return `The files of the user's bots use the quota of ${userDiskBytes} bytes (${variableOf("disk_bytes")}). Delete bots, or keys of their state.`;
  }

  /** @throws {UserDiskFullError} if no bot of this user can be started */
  requireRoom({ owner_id }: Pick<Bot, "owner_id">): void {
    const obstacle = this.obstacleOf(owner_id);
    if (obstacle !== undefined) throw new UserDiskFullError(obstacle);
  }

  /** Calls `again` once a user that is over the quota has room. */
  whenRoom(userId: string, again: () => void): void {
    this.#userOf(userId).waiting.add(again);
  }

  /** Counts what a launch of a bot stores, until it has ended. */
  follow(bot: Pick<Bot, "bot_id" | "owner_id">, launch: Launch, isQuery: boolean): void {
    const of = this.#of(bot);
    launch.onStored((stored) => {
      if (of.isGone) return;
      const before = bytesOf(of);
      if (isQuery) measuredQuery(of, launch.record.id, stored);
      else of.row = { ...of.row, bytes: stored.bytes };
      this.#changed(of, before, stored.isLast);
      if (!stored.isLast && this.#mustEnd(of, before)) {
        const { userDiskBytes: allowed } = this.#options.settings;
        const used = this.#userOf(bot.owner_id).bytes;
        void launch.breakOff({ name: "user_disk", used, allowed });
      }
    });
  }

  /**
   * Counts what the platform itself is about to write to the files of a bot, or has removed.
   *
   * @throws {PlatformError} `quota_exceeded` if there is no room for it
   */
  write(bot: Pick<Bot, "bot_id" | "owner_id">, bytes: number): void {
    const { userDiskBytes: limit } = this.#options.settings;
    if (bytes > 0) requireRoom("disk_bytes", { used: this.#userOf(bot.owner_id).bytes, more: bytes, limit });
    const of = this.#of(bot);
    const before = bytesOf(of);
    of.row = { ...of.row, bytes: Math.max(0, of.row.bytes + bytes) };
    this.#changed(of, before, true);
  }

  /** Counts a deleted bot no longer. Call when its files are removed. */
  async forget(botId: string): Promise<void> {
    const of = this.#bots.get(botId);
    if (!of) return;
    const before = bytesOf(of);
    of.isGone = true;
    of.queries.clear();
    of.row = { ...of.row, bytes: 0, query_bytes: 0 };
    this.#changed(of, before, false);
    this.#bots.delete(botId);
    this.#unstored.delete(of);
    await this.#storing;
    await this.#options.store.forgetDiskUse(botId);
  }

  /** Stores what is not stored yet. */
  async stop(): Promise<void> {
    this.#disarm?.();
    await this.#store();
  }

  #changed(of: OfBot, before: number, isFinal: boolean): void {
    const { settings, clock } = this.#options;
    const user = this.#userOf(of.row.owner_id);
    const change = bytesOf(of) - before;
    const wasFull = user.bytes >= settings.userDiskBytes;
    user.bytes += change;
    const isFull = user.bytes >= settings.userDiskBytes;
    if (isFull) user.before ??= new Map();
    else user.before = undefined;
    if (wasFull && !isFull) {
      const waiting = [...user.waiting];
      user.waiting.clear();
      for (const again of waiting) again();
    }
    if (Math.abs(keptBytes(of.row) - of.stored) < (isFinal ? 1 : noteworthyBytes)) return;
    this.#unstored.add(of);
    if (wasFull !== isFull) void this.#store();
    else
      this.#disarm ??= clock.after(storeEveryMs, () => {
        this.#disarm = undefined;
        void this.#store();
      });
  }

  /** Whether a bot grows although its user is over the quota. */
  #mustEnd(of: OfBot, before: number): boolean {
    const since = this.#userOf(of.row.owner_id).before;
    if (!since) return false;
    const { bot_id } = of.row;
    if (!since.has(bot_id)) since.set(bot_id, before);
    return bytesOf(of) - since.get(bot_id)! > growthBytes;
  }

  #store(): Promise<void> {
    this.#storing = this.#storing.then(async () => {
      const changed = [...this.#unstored];
      this.#unstored.clear();
      const rows = changed.map(({ row }) => row);
      try {
        await this.#options.store.keepDiskUse(rows);
        for (const [at, of] of changed.entries()) of.stored = keptBytes(rows[at]!);
      } catch (error) {
        // Stored with the next change.
        for (const of of changed) this.#unstored.add(of);
        this.#options.log.warn({ err: error }, "The use of the disk by bots could not be stored.");
      }
    });
    return this.#storing;
  }

  #of({ bot_id, owner_id }: Pick<Bot, "bot_id" | "owner_id">): OfBot {
    const known = this.#bots.get(bot_id);
    if (known) return known;
    const row = { bot_id, owner_id, bytes: 0, query_bytes: 0 };
    const made: OfBot = { row, queries: new Map(), stored: 0, isGone: false };
    this.#bots.set(bot_id, made);
    return made;
  }

  #userOf(userId: string): OfUser {
    const known = this.#users.get(userId);
    if (known) return known;
    const made: OfUser = { bytes: 0, before: undefined, waiting: new Set() };
    this.#users.set(userId, made);
    return made;
  }
}

function measuredQuery(of: OfBot, launchId: string, { bytes, isLast }: Stored): void {
  if (isLast) of.queries.delete(launchId);
  else of.queries.set(launchId, bytes);
  // What the last one leaves is their cache.
  if (isLast) of.row = { ...of.row, query_bytes: bytes };
}

const keptBytes = ({ bytes, query_bytes }: BotDiskRow) => bytes + query_bytes;

function bytesOf({ row, queries }: OfBot): number {
  let bytes = keptBytes(row);
  for (const used of queries.values()) bytes += Math.max(0, used - row.query_bytes);
  return bytes;
}
