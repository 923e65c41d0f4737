import { nextTicks, type Schedule } from "@botyard/manifest";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Bot } from "../model/model.ts";
import type { EngineStore } from "../store/index.ts";
import { type Due, dueTicks } from "./due-ticks.ts";
import type { Runs } from "./runs.ts";

export interface SchedulerOptions {
  store: EngineStore;
  runs: Runs;
  clock: Clock;
  log: Logger;
}

interface Entry {
  bot: Bot;
  schedule: Schedule;
  settledUntil: Date;
  next: Date | undefined;
}

/** Longest sleep, so that a wall clock that was set forward is noticed. */
const longestSleepMs = 30_000;
const retryMs = 2_000;

/** Sleeps until the next tick of any bot, then passes on all due ticks together. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #entries = new Map<string, Entry>();
  #disarm: (() => void) | undefined;
  #working: Promise<void> | undefined;
  #running = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Settles the ticks found so far and begins to wait for the next ones. */
  async start(): Promise<void> {
    this.#running = true;
    await this.#wake();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#disarm?.();
    await this.#working;
  }

  /**
   * Adds or updates the schedule of a bot.
   * @param settledUntil the time up to which an earlier platform process settled the schedule (default: now)
   */
  async set(bot: Bot, settledUntil?: Date): Promise<void> {
    const schedule = { cron: bot.schedule ?? "", timezone: bot.timezone ?? "UTC" };
    const known = this.#entries.get(bot.bot_id);
    if (known && known.schedule.cron === schedule.cron && known.schedule.timezone === schedule.timezone) {
      known.bot = bot;
      return;
    }
    const now = this.#options.clock.now();
    // After the clock was set back, no tick may become due again.
    const from = settledUntil ?? (known && known.settledUntil > now ? known.settledUntil : now);
    const entry = { bot, schedule, settledUntil: from, next: nextTicks(schedule, from, 1)[0] };
    this.#entries.set(bot.bot_id, entry);
    await this.#keep(entry);
    this.#arm();
  }

  #keep({ bot, settledUntil }: Entry): Promise<void> {
    const { store } = this.#options;
    return store.settleSchedule({ botId: bot.bot_id, settledUntil: settledUntil.toISOString() });
  }

  /** Removes the schedule of a bot that was stopped or deleted. */
  async remove(botId: string): Promise<void> {
    const entry = this.#entries.get(botId);
    if (!entry) return;
    this.#entries.delete(botId);
    // Ticks that are being recorded become runs, which the caller must be able to cancel.
    await this.#working;
    this.#arm();
  }

  #arm(): void {
    if (!this.#running || this.#working) return;
    this.#disarm?.();
    let next = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries.values()) next = Math.min(next, entry.next?.getTime() ?? next);
    if (next === Number.POSITIVE_INFINITY) return;
    const { clock } = this.#options;
    const sleep = Math.min(longestSleepMs, Math.max(0, next - clock.now().getTime()));
    this.#disarm = clock.after(sleep, () => void this.#wake());
  }

  async #wake(): Promise<void> {
    this.#working ??= this.#settle().then(
      () => this.#rearm(),
      (error) => {
        this.#options.log.error({ err: error }, "Ticks could not be recorded; retrying.");
        this.#working = undefined;
        this.#disarm = this.#options.clock.after(retryMs, () => void this.#wake());
      },
    );
    await this.#working;
  }

  #rearm(): void {
    this.#working = undefined;
    this.#arm();
  }

  async #settle(): Promise<void> {
    const now = this.#options.clock.now();
    const ripe: { entry: Entry; bot: Bot; due: Due }[] = [];
    for (const entry of this.#entries.values()) {
      if (!entry.next || entry.next > now) continue;
      const { bot, schedule, settledUntil } = entry;
      ripe.push({ entry, bot, due: dueTicks(bot, schedule, { settledUntil, now }) });
    }
    if (ripe.length === 0) return;
    // In the order in which they were due, not in which the bots were created.
    ripe.sort((a, b) => (a.entry.next?.getTime() ?? 0) - (b.entry.next?.getTime() ?? 0));
    await this.#options.runs.take(ripe, now);
    for (const { entry, bot, due } of ripe) {
      const newer = this.#entries.get(bot.bot_id);
      // The schedule changed meanwhile, and the row now has the time up to which the old one is settled.
      if (newer && newer !== entry) await this.#keep(newer);
      entry.settledUntil = now;
      entry.next = due.next;
    }
  }
}
