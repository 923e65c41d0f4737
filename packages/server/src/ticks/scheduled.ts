import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Bot } from "../model/model.ts";
import {
  Actor,
  type Launcher,
  PackageCorruptError,
  type Packages,
  type Statuses,
  type SupervisedBot,
} from "../processes/index.ts";
import { removeTemporaryFiles, stateDirOf } from "../state/state.ts";
import type { EngineStore, Supervised } from "../store/index.ts";
import type { Runs } from "./runs.ts";
import type { Scheduler } from "./scheduler.ts";

export interface ScheduledOptions {
  store: EngineStore;
  statuses: Statuses;
  scheduler: Scheduler;
  runs: Runs;
  packages: Packages;
  launcher: Launcher;
  dataDir: string;
  clock: Clock;
  log: Logger;
  onDeleted(): void;
}

/** The time from which ticks are open: an earlier platform process settled them until then, or the user asked then. */
function openSince({ bot, settledUntil }: Supervised): string | undefined {
  if (bot.status === "pending") return bot.updated_at;
  return bot.status === "idle" ? settledUntil : undefined;
}

/** Keeps the schedule of one scheduled bot in the state that the user asked for. */
export class ScheduledBot extends Actor implements SupervisedBot {
  readonly #options: ScheduledOptions;
  #corrupt: string | undefined;
  #isFirst = true;

  constructor(botId: string, options: ScheduledOptions) {
    super(botId, options.log, options.clock);
    this.#options = options;
  }

  /** Records that a run could not be started because the package is missing or differs from the upload. */
  packageIsCorrupt(detail: string): void {
    this.#corrupt = detail;
    this.changed();
  }

  /** Cancels the current runs; the next platform process continues the schedule. */
  async stopForNow(): Promise<void> {
    await this.close();
    await this.#options.runs.cancelAll(this.botId);
  }

  async leave(): Promise<void> {
    await this.close();
  }

  protected async reconcile(): Promise<void> {
    const { store, onDeleted } = this.#options;
    const row = await store.supervisedBot(this.botId);
    if (!row) return onDeleted();
    const resumed = this.#isFirst ? openSince(row) : undefined;
    this.#isFirst = false;
    if (row.bot.desired === "running") await this.#keepIdle(row.bot, resumed);
    else await this.#keepStopped(row.bot);
  }

  async #keepIdle(bot: Bot, settledUntil: string | undefined): Promise<void> {
    const { statuses, scheduler, packages } = this.#options;
    if (bot.status === "pending") {
      await statuses.change(this.botId, { status: "pending", asked: true });
      this.#corrupt = await packages.ready(bot).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof PackageCorruptError) return error.message;
          throw error;
        },
      );
    } else if (bot.status === "failed") return;
    if (this.#corrupt !== undefined) {
      const change = { status: "failed", reason: "package_corrupt", detail: this.#corrupt } as const;
      this.#corrupt = undefined;
      await scheduler.remove(this.botId);
      return statuses.change(this.botId, change);
    }
    const asked = bot.status === "pending";
    if (bot.status !== "idle") await statuses.change(this.botId, { status: "idle", asked });
    await scheduler.set(bot, settledUntil === undefined ? undefined : new Date(settledUntil));
  }

  async #keepStopped(bot: Bot): Promise<void> {
    const { statuses, scheduler, runs, launcher, onDeleted, dataDir } = this.#options;
    await scheduler.remove(this.botId);
    if (bot.status !== "stopped" && bot.status !== "stopping") {
      await statuses.change(this.botId, { status: "stopping", asked: true });
    }
    if (bot.desired === "deleted") launcher.dropOutput(this.botId);
    await runs.cancelAll(this.botId);
    await removeTemporaryFiles(stateDirOf(dataDir, this.botId), bot.owner_id);
    if (bot.desired === "deleted") {
      await launcher.strays.endOf(this.botId);
      await statuses.change(this.botId, { status: "deleted", asked: true });
      onDeleted();
    } else if (bot.status !== "stopped")
      await statuses.change(this.botId, { status: "stopped", asked: true });
  }
}
