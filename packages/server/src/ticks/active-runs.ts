import type { Bot, Run } from "../model/model.ts";
import type { LiveLaunch } from "../processes/index.ts";

/** A run that has not finished. */
export interface Active {
  bot: Bot;
  run: Run;
  /** The run is starting or has started. */
  started: boolean;
  live?: LiveLaunch;
  /** The run waits for another process of its user to end. */
  waits?: true;
  disarm?: () => void;
  /** Resolves when the run has finished and its row is updated. */
  over: PromiseWithResolvers<void>;
}

export function active(bot: Bot, run: Run, started: boolean): Active {
  return { bot, run, started, over: Promise.withResolvers<void>() };
}

/** Unfinished runs by bot, in the order they were requested: the first one is running or starts next. */
export class ActiveRuns {
  readonly #runs = new Map<string, readonly Active[]>();

  of(botId: string): readonly Active[] {
    return this.#runs.get(botId) ?? [];
  }

  botIds(): string[] {
    return [...this.#runs.keys()];
  }

  /** Number of runs that have not started. */
  get waiting(): number {
    return [...this.#runs.values()].flat().filter(({ live }) => live === undefined).length;
  }

  push(active: Active): void {
    this.#runs.set(active.bot.bot_id, [...this.of(active.bot.bot_id), active]);
  }

  remove(active: Active): void {
    const left = this.of(active.bot.bot_id).filter((one) => one !== active);
    if (left.length > 0) this.#runs.set(active.bot.bot_id, left);
    else this.#runs.delete(active.bot.bot_id);
  }
}
