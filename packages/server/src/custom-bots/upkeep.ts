import { removeUnsharedBytecode } from "@botyard/manifest";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { sharedBytecode } from "./files.ts";
import type { StoredPackages } from "./stored-packages.ts";

/** How long contents are kept that no version of their user has: time to complete an upload that was interrupted. */
export const unusedKeptMs = 24 * 3_600_000;

/** Time between two looks for what can be removed. */
const betweenMs = 3_600_000;

/** Keeps the stored packages in order while the platform runs. */
export class Upkeep {
  readonly #packages: Pick<StoredPackages, "files" | "archived">;
  readonly #dataDir: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(
    packages: Pick<StoredPackages, "files" | "archived">,
    { clock, log, dataDir }: { clock: Clock; log: Logger; dataDir: string },
  ) {
    this.#dataDir = dataDir;
    this.#packages = packages;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Removes what an earlier platform left, stores its archives by content, and then removes what gets old.
   * @returns when this was done once; nothing needs to wait for it. Never rejects
   */
  start(): Promise<void> {
    const { files, archived } = this.#packages;
    this.#work(async () => {
      await files.removeStrays();
      await archived.storeAll(this.#stopping.signal);
      await this.#removeOld();
    });
    this.#timer = setInterval(() => this.#work(() => this.#removeOld()), betweenMs).unref();
    return this.#working;
  }

  /** Resolves once the work in progress has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#working;
  }

  async #removeOld(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - unusedKeptMs);
    await this.#packages.files.removeUnused(before.toISOString());
    await this.#packages.archived.removeOld();
    await removeUnsharedBytecode(sharedBytecode(this.#dataDir));
  }

  #work(work: () => Promise<void>): void {
    this.#working = this.#working.then(work).catch((error) => {
      if (!this.#stopping.signal.aborted)
        this.#log.warn({ err: error }, "Stored packages could not be kept in order.");
    });
  }
}
