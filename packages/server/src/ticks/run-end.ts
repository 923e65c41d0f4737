import type { Exit } from "@botyard/runtime";
import type { Logger } from "pino";
import { type Clock, pause } from "../clock.ts";
import { isDiskFull } from "../errors/platform-error.ts";
import type { Bot, Run } from "../model/model.ts";
import type { Collector, Maskers } from "../output/index.ts";
import { describeExit, type Launcher, type LiveLaunch } from "../processes/index.ts";
import type { EngineStore } from "../store/index.ts";
import { type Outcome, runOutcome, withoutLargeResult } from "./run-outcome.ts";

export interface RunEndsOptions {
  store: EngineStore;
  launcher: Launcher;
  collector: Collector;
  maskers: Maskers;
  clock: Clock;
  log: Logger;
}

/** How often the end of a run checks whether the disk is too full to store the run's output. */
const lowCheckMs = 500;
const retryMs = 1_000;

/** Stores how runs ended. */
export class RunEnds {
  readonly #options: RunEndsOptions;
  #closed = false;

  constructor(options: RunEndsOptions) {
    this.#options = options;
  }

  /** Retries no more: what is not stored is left to the next platform process. */
  close(): void {
    this.#closed = true;
  }

  /**
   * Stores the run's output before the run is shown as finished, unless the disk is full.
   * @param finish stores the outcome; with a launch, it also marks the launch as ended
   */
  async afterExit(
    { bot, run }: { bot: Bot; run: Run },
    live: LiveLaunch,
    exit: Exit,
    finish: (outcome: Outcome, live?: LiveLaunch) => Promise<void>,
  ): Promise<void> {
    const { store, launcher, collector, maskers, log } = this.#options;
    const isFine = exit.code === 0 && run.ended_by !== "time_limit";
    const level = isFine ? "info" : "error";
    // Why the platform ended the run, if it did.
    const why = run.ended_by !== undefined && run.detail !== undefined ? `${run.detail} ` : "";
    let isStored = false;
    const storing = (async () => {
      await launcher.drain(live);
      collector.remark(bot.bot_id, `Run ended. ${why}${describeExit(exit)}`, { level, runId: run.id });
      await collector.settle();
      isStored = true;
    })();
    await this.#unlessLow(storing);
    const judged = runOutcome(run, exit, live.launch.files, await maskers.maskerOf(bot));
    // The reserve of a full disk has room for the ends of many runs, but not for large results.
    const outcome = store.space.isLow ? withoutLargeResult(judged) : judged;
    // A launch with unstored output must not be marked `ended`: the next platform process would remove it.
    await finish(outcome, isStored ? live : undefined);
    if (!isStored) {
      await storing;
      return launcher.discard({ ...live.stored, endedAt: exit.endedAt.toISOString() });
    }
    await launcher
      .remove(live.stored)
      .catch((error) => log.error({ err: error, launch: live.stored.id }, "A launch could not be removed."));
  }

  /** Stores an outcome, retrying until it succeeds. Returns false if it was closed before that. */
  async store(run: Run, outcome: Outcome, live?: LiveLaunch): Promise<boolean> {
    const { store, log, clock } = this.#options;
    const endedAt = outcome.finished_at ?? clock.now().toISOString();
    for (;;) {
      try {
        await store.finishRun(run.id, outcome, live && { id: live.stored.id, endedAt });
        return true;
      } catch (error) {
        log.error({ err: error, run: run.id }, "The end of a run cannot be stored; retrying.");
        if (this.#closed) return false;
        if (isDiskFull(error)) outcome = withoutLargeResult(outcome, 0);
        await pause(clock, retryMs);
      }
    }
  }

  /** Waits until the output is stored or the disk is low on space. */
  async #unlessLow(storing: Promise<void>): Promise<void> {
    const { store, clock } = this.#options;
    let waits = true;
    const done = () => {
      waits = false;
    };
    void storing.then(done, done);
    while (waits && !store.space.isLow) await Promise.race([storing, pause(clock, lowCheckMs)]);
  }
}
