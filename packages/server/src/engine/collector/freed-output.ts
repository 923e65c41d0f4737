import { freeIngested, type LaunchFiles } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Ingest } from "../../store/ingest.ts";

interface Offsets {
  stdout: number;
  stderr: number;
}

/** Less is not worth the work. */
const worthBytes = 8 * 1024 * 1024;
/** Asking the disk takes time of everybody's. */
const restMs = 1_000;

/** Gives back the disk space of output that is safely stored: bots write to the same two files for months. */
export class FreedOutput {
  readonly #ingest: Ingest;
  readonly #log: Logger;
  readonly #stored = new Map<string, { files: LaunchFiles; offsets: Offsets; freed: Offsets }>();
  #busy = false;
  #lastAt = 0;

  constructor(ingest: Ingest, log: Logger) {
    this.#ingest = ingest;
    this.#log = log;
  }

  /** Told after each transaction how far a launch's files are stored. */
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
    // What is told while the disk is being asked is not covered by its answer.
    const entries = [...this.#stored.values()].map((entry) => ({ entry, upTo: entry.offsets }));
    try {
      if (!(await this.#ingest.isDurable())) return;
      for (const { entry, upTo } of entries) {
        for (const stream of ["stdout", "stderr"] as const) {
          if (upTo[stream] > entry.freed[stream]) await freeIngested(entry.files[stream], upTo[stream]);
        }
        entry.freed = upTo;
      }
    } catch (error) {
      this.#log.warn({ err: error }, "Disk space of stored output could not be given back.");
    } finally {
      this.#lastAt = performance.now();
      this.#busy = false;
    }
  }
}
