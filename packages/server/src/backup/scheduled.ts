import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { nextTicks } from "@botyard/manifest";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Settings } from "../settings/settings.ts";
import { isElsewhere } from "../store/index.ts";
import { type LastBackup, lastBackup } from "./last-backup.ts";
import { removeLeft, temporaryFolder } from "./left.ts";
import type { Order } from "./thread.ts";

const thread = import.meta.url.endsWith(".ts") ? "./thread.ts" : "./backup/thread.js";
/** Between the start of the platform and a backup that is due. */
const settleMs = 60_000;
const longestWaitMs = 60 * 60_000;

export interface ScheduledOptions {
  settings: Pick<Settings, "dataDir" | "backupDir" | "backupSchedule" | "backupKeep">;
  clock: Clock;
  log: Logger;
}

/** What is known of backups. */
export interface BackupState {
  last?: LastBackup;
  /** When the next one is made; absent if none is scheduled. */
  next_at?: string;
  /** Why the last scheduled one failed, in a sentence. */
  failure?: string;
}

/** Makes backups by a schedule, in a thread of their own, and removes all but the newest. */
export class ScheduledBackups {
  readonly #options: ScheduledOptions;
  #disarm: (() => void) | undefined;
  #next: Date | undefined;
  #failure: string | undefined;
  #working: Promise<void> = Promise.resolve();
  #worker: Worker | undefined;
  #stopped = false;

  constructor(options: ScheduledOptions) {
    this.#options = options;
  }

  state(): BackupState {
    const last = lastBackup(this.#options.settings.dataDir);
    return {
      ...(last && { last }),
      ...(this.#next && { next_at: this.#next.toISOString() }),
      ...(this.#failure !== undefined && { failure: this.#failure }),
    };
  }

  start(): void {
    const { settings, clock, log } = this.#options;
    const now = clock.now();
    // Also if none is scheduled: others make them by hand.
    this.#working = removeLeft(settings.dataDir, now).catch((error) =>
      log.warn({ err: error }, "What a killed backup left could not be removed."),
    );
    if (settings.backupDir === undefined) return;
    const last = this.state().last;
    // One that fell into the time when the platform did not run is made now.
    const isDue = last === undefined || this.#tickAfter(new Date(last.created_at)) <= now;
    this.#arm(isDue ? new Date(now.getTime() + settleMs) : this.#tickAfter(now));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#disarm?.();
    await this.#worker?.terminate();
    await this.#working;
    // A thread that is ended removes nothing.
    if (this.#worker)
      await rm(temporaryFolder(this.#options.settings.dataDir), { recursive: true, force: true });
  }

  #tickAfter(time: Date): Date {
    return nextTicks({ cron: this.#options.settings.backupSchedule, timezone: "UTC" }, time, 1)[0]!;
  }

  #arm(at: Date): void {
    const { clock } = this.#options;
    this.#next = at;
    // The clock of the machine may be set meanwhile.
    const wait = Math.min(Math.max(0, at.getTime() - clock.now().getTime()), longestWaitMs);
    this.#disarm = clock.after(wait, () => {
      if (clock.now() < at) return this.#arm(at);
      this.#working = this.#make().then(() => {
        if (!this.#stopped) this.#arm(this.#tickAfter(clock.now()));
      });
    });
  }

  async #make(): Promise<void> {
    const { settings, clock, log } = this.#options;
    const { dataDir, backupDir = "" } = settings;
    const now = clock.now().toISOString();
    const file = join(backupDir, `botyard-${now.slice(0, 19).replaceAll(":", "-")}Z.tar.gz`);
    try {
      await this.#run({ dataDir, file, now });
      this.#failure = undefined;
      log.info(
        { file },
        isElsewhere(dataDir) ? "A backup was made, without the records." : "A backup was made.",
      );
      await this.#removeOld();
    } catch (error) {
      if (this.#stopped) return;
      this.#failure = `The backup of ${now} failed: ${messageOf(error)}`;
      log.error({ err: error, file }, "The backup failed.");
    }
  }

  #run(order: Order): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL(thread, import.meta.url), {
        workerData: order,
        execArgv: [],
        env: {},
      });
      this.#worker = worker;
      worker.once("message", ({ failure }: { failure?: string }) =>
        failure === undefined ? resolve() : reject(new Error(failure)),
      );
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The thread of the backup ended.")));
    });
  }

  async #removeOld(): Promise<void> {
    const { backupDir = "", backupKeep } = this.#options.settings;
    const found = (await readdir(backupDir)).filter((name) => name.startsWith("botyard-"));
    const names = found.filter((name) => /^botyard-[\dT-]{19}Z\.tar\.gz$/.test(name)).sort();
    // None is being written now.
    const cut = found.filter((name) => /^botyard-[\dT-]{19}Z\.tar\.gz\.partial$/.test(name));
    for (const name of [...names.slice(0, -backupKeep), ...cut])
      await rm(join(backupDir, name), { force: true });
  }
}
