import type { Bot, Run } from "../model/model.ts";
import type { Trace } from "../model/trace.ts";
import type { LiveLaunch, ScheduledBots, SupervisedBot } from "../processes/index.ts";
import type { Once } from "../store/index.ts";
import { Runs, type RunsOptions } from "./runs.ts";
import { ScheduledBot, type ScheduledOptions } from "./scheduled.ts";
import { Scheduler } from "./scheduler.ts";

export type TicksOptions = Omit<RunsOptions, "onCorrupt"> &
  Omit<ScheduledOptions, "scheduler" | "runs" | "onDeleted">;

/** The scheduled bots, their schedules and their runs. */
export class Ticks implements ScheduledBots {
  readonly #options: TicksOptions;
  readonly #runs: Runs;
  readonly #scheduler: Scheduler;
  readonly #bots = new Map<string, ScheduledBot>();

  constructor(options: TicksOptions) {
    this.#options = options;
    this.#runs = new Runs({
      ...options,
      onCorrupt: (botId, detail) => this.#bots.get(botId)?.packageIsCorrupt(detail),
    });
    this.#scheduler = new Scheduler({ ...options, runs: this.#runs });
  }

  open(botId: string, onDeleted: () => void): SupervisedBot {
    const bot = new ScheduledBot(botId, {
      ...this.#options,
      scheduler: this.#scheduler,
      runs: this.#runs,
      onDeleted: () => {
        this.#bots.delete(botId);
        onDeleted();
      },
    });
    this.#bots.set(botId, bot);
    return bot;
  }

  async rest(): Promise<void> {
    await Promise.all([...this.#bots.values()].map((bot) => bot.rest()));
  }

  /** Settles the ticks that passed while the platform was down, and begins to wait for the next ones. */
  async start(): Promise<void> {
    await this.#scheduler.start();
  }

  /** Starts no more ticks. */
  async pause(): Promise<void> {
    await this.#scheduler.stop();
  }

  /** Leaves running runs to the next platform process. Resolves when no start or end is in progress. */
  async close(): Promise<void> {
    await this.#runs.close();
  }

  /** Starts waiting runs now that bots can be started. */
  canStart(): void {
    this.#runs.canStart();
  }

  /** Queues a run by hand after the bot's other runs. */
  byHand(bot: Bot, once?: Once, trace?: Trace): Promise<Run> {
    return this.#runs.byHand(bot, once, trace);
  }

  /** Cancels a run. Returns `undefined` if it has already finished. */
  cancel(runId: string, once?: Once): Promise<Run | undefined> {
    return this.#runs.cancel(runId, once);
  }

  /** The process of the current run of a bot. */
  get waiting(): number {
    return this.#runs.waiting;
  }

  liveOf(botId: string): LiveLaunch | undefined {
    return this.#runs.liveOf(botId);
  }

  adopt(bot: Bot, run: Run, live: LiveLaunch): void {
    this.#runs.adopt(bot, run, live);
  }

  resume(bot: Bot, run: Run, aliveUntil: Date): Promise<void> {
    return this.#runs.resume(bot, run, aliveUntil);
  }

  lost(run: Run): Promise<void> {
    return this.#runs.lost(run);
  }
}
