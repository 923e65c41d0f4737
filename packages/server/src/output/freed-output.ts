import { freeIngested, type LaunchFiles, wipeIngested } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { EngineStore } from "../store/index.ts";

interface Offsets {
  stdout: number;
  stderr: number;
}

/** Space is freed once at least this much is stored. */
const worthBytes = 8 * 1024 * 1024;
/** Minimum time between two checks, which block the thread. */
const restMs = 1_000;

interface Entry {
  files: LaunchFiles;
  offsets: Offsets;
  freed: Offsets;
  /** Up to where it was overwritten, and how many texts had been masked then. */
  wiped: Offsets;
  wipedHits: number;
  hits: number;
}

/**
 * Frees the disk space of stored output, since a bot may write to the same two files for months, and overwrites what had
 * secrets: the files would keep them in clear.
 */
export class FreedOutput {
  readonly #store: EngineStore;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #stored = new Map<string, Entry>();
  #disarm: (() => void) | undefined;
  #busy = false;
  #lastAt = 0;

  constructor(store: EngineStore, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  stop(): void {
    this.#disarm?.();
  }

  /**
   * Called after each transaction with the stored offsets of a launch's files.
   * @param hits how many of its texts were masked; before the first call of a launch that was taken over, that is not known
   */
  stored(launchId: string, files: LaunchFiles, offsets: Offsets, hits: number): void {
    const none = { stdout: 0, stderr: 0 };
    const { freed = none, wiped = none, wipedHits = 0 } = this.#stored.get(launchId) ?? {};
    this.#stored.set(launchId, { files, offsets, freed, wiped, wipedHits, hits });
    if (hits > wipedHits) this.#disarm ??= this.#clock.after(restMs, () => void this.#wipe());
    const gained = offsets.stdout - freed.stdout + offsets.stderr - freed.stderr;
    const rested = performance.now() - this.#lastAt >= restMs;
    if (gained >= worthBytes && !this.#busy && rested) void this.#free();
  }

  forget(launchId: string): void {
    this.#stored.delete(launchId);
  }

  /** Overwrites output of which something was masked. What is not stored for good is left. */
  async #wipe(): Promise<void> {
    this.#disarm = undefined;
    const entries = [...this.#stored.values()]
      .filter(({ hits, wipedHits }) => hits > wipedHits)
      .map((entry) => ({ entry, upTo: entry.offsets, hits: entry.hits }));
    try {
      const isDurable = await this.#store.isDurable();
      for (const { entry, upTo, hits } of isDurable ? entries : []) {
        for (const stream of ["stdout", "stderr"] as const)
          await wipeIngested(entry.files[stream], entry.wiped[stream], upTo[stream]);
        Object.assign(entry, { wiped: upTo, wipedHits: hits });
      }
    } catch (error) {
      this.#log.warn({ err: error }, "Output that had secrets could not be overwritten.");
    }
    const rest = [...this.#stored.values()].some(({ hits, wipedHits }) => hits > wipedHits);
    if (rest) this.#disarm ??= this.#clock.after(restMs, () => void this.#wipe());
  }

  async #free(): Promise<void> {
    this.#busy = true;
    // Offsets reported during the check are not covered by it.
    const entries = [...this.#stored.values()].map((entry) => ({ entry, upTo: entry.offsets }));
    try {
      if (!(await this.#store.isDurable())) return;
      for (const { entry, upTo } of entries) {
        for (const stream of ["stdout", "stderr"] as const) {
          if (upTo[stream] > entry.freed[stream]) await freeIngested(entry.files[stream], upTo[stream]);
        }
        entry.freed = upTo;
      }
    } catch (error) {
      this.#log.warn({ err: error }, "The disk space of stored output could not be freed.");
    } finally {
      this.#lastAt = performance.now();
      this.#busy = false;
    }
  }
}
