import type { Schedule } from "@botyard/manifest";
import type { Logger } from "pino";
import type { Bot } from "../model.ts";
import { settleSchedule } from "../store/supervision.ts";
import type { Writes } from "../store/writes.ts";
import type { Clock } from "./clock.ts";
import { type Due, dueTicks } from "./due-ticks.ts";
import type { Runs } from "./runs.ts";

export interface SchedulerOptions {
  writes: Writes;
  runs: Runs;
  clock: Clock;
  log: Logger;
}

interface Entry {
  bot: Bot;
  schedule: Schedule;
  settledUntil: Date;
  next: Date | undefined;
  /** Not looked at since the platform started. */
  wasDown: boolean;
}

/** The longest sleep: a wall clock that was set forward is noticed that soon. */
const longestSleepMs = 30_000;
const retryMs = 2_000;

/** Sleeps until the next tick of all bots, then hands over everything that is due in one piece. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #entries = new Map<string, Entry>();
  #disarm: (() => void) | undefined;
  #working: Promise<void> | undefined;
  #running = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Ticks found so far are settled, and from now on they are waited for. */
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
   * A bot whose schedule is to be kept.
   * @param settledUntil where its schedule was left by an earlier platform process; otherwise it begins now
   */
  async set(bot: Bot, settledUntil?: Date): Promise<void> {
    const schedule = { cron: bot.schedule ?? "", timezone: bot.timezone ?? "UTC" };
    const known = this.#entries.get(bot.id);
    if (known && known.schedule.cron === schedule.cron && known.schedule.timezone === schedule.timezone) {
      known.bot = bot;
      return;
    }
    const now = this.#options.clock.now();
    // A clock that was set back must not make a tick due again.
    const from = settledUntil ?? (known && known.settledUntil > now ? known.settledUntil : now);
    const { next } = dueTicks(schedule, { settledUntil: from, now: from, wasDown: false, catchUp: "none" });
    const wasDown = settledUntil !== undefined;
    const entry = { bot, schedule, settledUntil: from, next, wasDown };
    this.#entries.set(bot.id, entry);
    await this.#keep(entry);
    this.#arm();
  }

  #keep({ bot, settledUntil, next }: Entry): Promise<void> {
    return this.#options.writes.commit((trx) =>
      settleSchedule(trx, bot.id, settledUntil.toISOString(), next?.toISOString()),
    );
  }

  /** The bot was stopped or deleted. */
  async remove(botId: string): Promise<void> {
    const entry = this.#entries.get(botId);
    if (!entry) return;
    this.#entries.delete(botId);
    // Ticks that are being recorded become runs; whoever stops the bot must be able to see them.
    await this.#working;
    const at = entry.settledUntil.toISOString();
    await this.#options.writes.commit((trx) => settleSchedule(trx, botId, at, undefined));
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
        this.#options.log.error({ err: error }, "Ticks could not be recorded; the platform tries again.");
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
      if (!entry.next || entry.next > now) {
        entry.wasDown = false;
        continue;
      }
      const { bot, schedule, settledUntil, wasDown } = entry;
      ripe.push({
        entry,
        bot,
        due: dueTicks(schedule, { settledUntil, now, wasDown, catchUp: bot.catchUp }),
      });
    }
    if (ripe.length === 0) return;
    // The order in which they were due, whatever order the bots were made in.
    ripe.sort((a, b) => (a.entry.next?.getTime() ?? 0) - (b.entry.next?.getTime() ?? 0));
    await this.#options.runs.take(ripe, now);
    for (const { entry, bot, due } of ripe) {
      const newer = this.#entries.get(bot.id);
      // The schedule was changed meanwhile: what the row says of the next tick is the old one's.
      if (newer && newer !== entry) await this.#keep(newer);
      entry.settledUntil = now;
      entry.next = due.next;
      entry.wasDown = false;
    }
  }
}
