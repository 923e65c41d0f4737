import { freeIngested, type LaunchFiles } from "@botyard/runtime";
import type { Logger } from "pino";
import type { EngineStore } from "../store/index.ts";

interface Offsets {
  stdout: number;
  stderr: number;
}

/** Space is freed once at least this much is stored. */
const worthBytes = 8 * 1024 * 1024;
/** Minimum time between two checks, which block the thread. */
const restMs = 1_000;

/** Frees the disk space of stored output, since a bot may write to the same two files for months. */
export class FreedOutput {
  readonly #store: EngineStore;
  readonly #log: Logger;
  readonly #stored = new Map<string, { files: LaunchFiles; offsets: Offsets; freed: Offsets }>();
  #busy = false;
  #lastAt = 0;

  constructor(store: EngineStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Called after each transaction with the stored offsets of a launch's files. */
  stored(launchId: string, files: LaunchFiles, offsets: Offsets): void {
    const freed = this.#stored.get(launchId)?.freed ?? { stdout: 0, stderr: 0 };
    this.#stored.set(launchId, { files, offsets, freed });
    const gained = offsets.stdout - freed.stdout + offsets.stderr - freed.stderr;
    const rested = performance.now() - this.#lastAt >= restMs;
    if (gained >= worthBytes && !this.#busy && rested) void this.#free();
  }

  forget(launchId: string): void {
    this.#stored.delete(launchId);
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
