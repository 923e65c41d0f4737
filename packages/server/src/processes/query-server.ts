import type { Address } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import type { Collector } from "../output/index.ts";
import type { EngineStore } from "../store/index.ts";
import { delay } from "./backoff.ts";
import { describeExit } from "./endings.ts";
import type { Isolation } from "./isolation.ts";
import type { Launcher, LiveLaunch } from "./launcher.ts";
import type { Packages } from "./packages.ts";

export interface QueryServerOptions {
  isolation: Isolation;
  store: EngineStore;
  launcher: Launcher;
  packages: Packages;
  collector: Collector;
  clock: Clock;
  log: Logger;
}

/** A query process that ran this long resets the back-off. */
const wellAfterMs = 10 * 60_000;

/**
 * The query process of one realtime bot. It runs while the bot runs, is restarted when it ends, and does not affect the
 * bot's status. Each start has a new address, in case the last one is in use.
 */
export class QueryServer {
  readonly #botId: string;
  readonly #options: QueryServerOptions;
  #wanted: Bot | undefined;
  #live: LiveLaunch | undefined;
  #working: Promise<void> | undefined;
  #disarm: (() => void) | undefined;
  #step = 0;
  /** Where the bot's own process is known to listen. */
  #address: Address | undefined;
  #closed = false;

  constructor(botId: string, options: QueryServerOptions) {
    this.#botId = botId;
    this.#options = options;
  }

  /**
   * Takes over the query process of an earlier platform process. Returns false if there is one already, or if nobody
   * knows where this one listens, because the platform was killed while it started it.
   */
  take(live: LiveLaunch): boolean {
    if (this.#live || live.isDisplaced || !live.launch.record.address) return false;
    this.#live = live;
    this.#listen(live);
    return true;
  }

  /** Keeps the query process running while the bot runs, if the package has queries. */
  keep(bot: Bot): void {
    this.#wanted = bot;
    this.#check();
  }

  /** Starts the query process now that bots can be started. */
  canStart(): void {
    this.#check();
  }

  /** Returns where the query process listens, or `undefined` while it does not. */
  async address(): Promise<Address | undefined> {
    const live = this.#live;
    if (!live || this.#address) return this.#address;
    const address = await live.launch.address();
    if (this.#live !== live) return undefined;
    this.#address = address;
    return address;
  }

  /** Makes the next call of `address` check again, after a connection was refused or reset. */
  doubt(): void {
    this.#address = undefined;
  }

  async stop(): Promise<void> {
    this.#wanted = undefined;
    this.#disarm?.();
    this.#disarm = undefined;
    this.#step = 0;
    await this.#working;
    const live = this.#live;
    if (!live) return;
    this.#forget(live);
    // The bot may have been restarted meanwhile; its new query process need not wait for the old one.
    this.#check();
    const exit = await this.#options.launcher.stop(live);
    await this.#putAway(live, exit.endedAt);
  }

  /** Stops supervising and leaves the process running. */
  async leave(): Promise<void> {
    this.#closed = true;
    this.#disarm?.();
    await this.#working;
  }

  #check(): void {
    if (this.#closed || this.#live || this.#working || this.#disarm || !this.#wanted) return;
    if (this.#options.isolation.obstacle !== undefined) return;
    this.#working = this.#start(this.#wanted)
      .catch((error) => this.#again(`The query process could not be started: ${messageOf(error)}`))
      .finally(() => {
        this.#working = undefined;
        if (this.#live === undefined) this.#check();
      });
  }

  async #start(bot: Bot): Promise<void> {
    const { packages, launcher, store } = this.#options;
    const { entrypoints } = await packages.describe(bot);
    if (entrypoints.query === undefined) {
      this.#wanted = undefined;
      return;
    }
    const planned = launcher.plan(bot, "query-server");
    await store.addLaunch(planned.stored);
    try {
      const live = await launcher.start(planned);
      this.#live = live;
      this.#listen(live);
    } catch (error) {
      await launcher.discard(planned.stored);
      throw error;
    }
  }

  #listen(live: LiveLaunch): void {
    void live.launch.ended.then(async (exit) => {
      if (live.stopping || this.#live !== live || this.#closed) return;
      this.#forget(live);
      if (exit.endedAt.getTime() - Date.parse(live.stored.createdAt) >= wellAfterMs) this.#step = 0;
      this.#again(describeExit(exit, "The query process"));
      await this.#putAway(live, exit.endedAt);
    });
  }

  #again(why: string): void {
    const { collector, clock } = this.#options;
    collector.remark(this.#botId, why, { level: "warn" });
    if (!this.#wanted) return;
    this.#disarm = clock.after(delay(this.#step++), () => {
      this.#disarm = undefined;
      this.#check();
    });
  }

  #forget(live: LiveLaunch): void {
    if (this.#live === live) this.#live = undefined;
    this.#address = undefined;
  }

  async #putAway(live: LiveLaunch, endedAt: Date): Promise<void> {
    const { launcher } = this.#options;
    await launcher.drain(live);
    await launcher.discard({ ...live.stored, endedAt: endedAt.toISOString() });
  }
}
