import { join } from "node:path";
import { removeWritten } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Settings } from "../settings/settings.ts";
import type { EngineStore } from "../store/index.ts";

export interface RetentionOptions {
  store: EngineStore;
  settings: Settings;
  clock: Clock;
  log: Logger;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Age of a deletion from which on no process of the bot is left, and what is left of its files is removed. */
const settledDays = hour / day;

/** Removes data beyond the retention limits every hour, in small slices. */
export class Retention {
  readonly #options: RetentionOptions;
  #disarm: (() => void) | undefined;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Bytes that each bot has written since its stored data was last measured. */
  readonly #written = new Map<string, number>();

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  start(): void {
    this.#disarm = this.#options.clock.after(hour, () => {
      this.#written.clear();
      this.#working = this.#working
        .then(() => this.#clean())
        .catch((error) => this.#options.log.error({ err: error }, "Old data could not be removed."))
        .finally(() => {
          if (!this.#stopped) this.start();
        });
    });
  }

  /** Counts written bytes and removes excess data of a bot that writes a lot before the hour is over. */
  wrote(botId: string, bytes: number): void {
    const { store, settings, log } = this.#options;
    const written = (this.#written.get(botId) ?? 0) + bytes;
    this.#written.set(botId, written);
    const { logRetentionBytes, metricRetentionBytes } = settings;
    if (written < Math.min(logRetentionBytes, metricRetentionBytes) / 8 || this.#stopped) return;
    this.#written.set(botId, 0);
    this.#working = this.#working
      .then(() => this.#repeat(() => store.removeExcessLines(botId, logRetentionBytes)))
      .then(() => this.#repeat(() => store.removeExcessMetrics(botId, metricRetentionBytes)))
      .catch((error) =>
        log.error({ err: error, bot: botId }, "Excess log lines or metrics could not be removed."),
      );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#disarm?.();
    await this.#working;
  }

  async #clean(): Promise<void> {
    const { store, settings } = this.#options;
    const removeFiles = async (botId: string) => {
      if (!this.#stopped) await removeWritten(join(settings.dataDir, "bots", botId));
    };
    const isOld = new Set(await store.botsDeletedBefore(this.#ago(settings.deletedRetentionDays)));
    const deleted = new Set([...isOld, ...(await store.botsDeletedBefore(this.#ago(settledDays)))]);
    await this.#each(deleted, async (botId) => {
      await removeFiles(botId);
      // The row goes last: as long as it is there, what failed is tried again.
      if (isOld.has(botId)) await this.#repeat(() => store.removeBotData(botId));
    });
    await this.#each(await store.botsWithData(), async (botId) => {
      await this.#repeat(() => store.removeOldLines(botId, this.#ago(settings.logRetentionDays)));
      await this.#repeat(() => store.removeExcessLines(botId, settings.logRetentionBytes));
      await this.#repeat(() => store.removeOldMetrics(botId, this.#ago(settings.metricRetentionDays)));
      await this.#repeat(() => store.removeExcessMetrics(botId, settings.metricRetentionBytes));
    });
    await this.#repeat(() => store.removeGoneLaunches(this.#ago(1)));
  }

  /** What fails for one bot is tried again with the next round, and does not keep the others. */
  async #each(botIds: Iterable<string>, work: (botId: string) => Promise<void>): Promise<void> {
    for (const botId of botIds) {
      if (this.#stopped) return;
      await work(botId).catch((error) =>
        this.#options.log.error(
          { err: error, bot: botId },
          "Old data of a bot could not be removed. It is tried again in an hour.",
        ),
      );
    }
  }

  /** Removes slice by slice and yields to other work in between. */
  async #repeat(work: () => Promise<boolean>): Promise<void> {
    while (!this.#stopped && (await work())) await new Promise((resolve) => setImmediate(resolve));
  }

  #ago(days: number): string {
    return new Date(this.#options.clock.now().getTime() - days * day).toISOString();
  }
}
