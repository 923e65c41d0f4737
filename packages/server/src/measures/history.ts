import { statfs } from "node:fs/promises";
import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Clock } from "../clock.ts";
import type { Capacity } from "../settings/commitments.ts";
import { Ring } from "./ring.ts";

/** What is measured at a time. */
export interface SystemSample {
  time: string;
  /** Load average of one minute. */
  load: number;
  /** Bytes in use on the machine, or in the container of the platform. */
  memory: number;
  /** Resident memory of the platform without its bots, in bytes. */
  platform_memory: number;
  /** Bytes in use on the disk of the data folder. */
  disk: number;
  /** Runs and queries that wait for their turn. */
  waiting: number;
  /** The longest delay of the event loop since the sample before, in seconds. */
  event_loop_delay: number;
}

export const historyRanges = {
  hour: { everySeconds: 10, samples: 360 },
  day: { everySeconds: 120, samples: 720 },
} as const;
export type HistoryRange = keyof typeof historyRanges;

const sampleMs = historyRanges.hour.everySeconds * 1_000;
const perCoarse = historyRanges.day.everySeconds / historyRanges.hour.everySeconds;
const delayMs = 20;

interface Options {
  dataDir: string;
  clock: Clock;
  engine: { waiting(): number; capacity(): Promise<Capacity> };
}

/** Measures the platform and its machine while it runs, and keeps the last hour and, coarser, the last day in memory. */
export class SystemHistory {
  readonly #options: Options;
  readonly #fine = new Ring<SystemSample>(historyRanges.hour.samples);
  readonly #coarse = new Ring<SystemSample>(historyRanges.day.samples);
  /** Since the last coarse sample. */
  #recent: SystemSample[] = [];
  readonly #delay = monitorEventLoopDelay({ resolution: delayMs });
  #disarm: (() => void) | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#delay.enable();
    this.#arm();
  }

  close(): void {
    this.#isClosed = true;
    this.#disarm?.();
    this.#delay.disable();
  }

  /** Returns the samples of a range, the oldest first. */
  of(range: HistoryRange): readonly SystemSample[] {
    return (range === "hour" ? this.#fine : this.#coarse).items;
  }

  #arm(): void {
    if (this.#isClosed) return;
    this.#disarm = this.#options.clock.after(sampleMs, () => {
      // A disk that cannot be asked leaves a gap.
      void this.#take()
        .catch(() => {})
        .finally(() => this.#arm());
    });
  }

  async #take(): Promise<void> {
    const { dataDir, clock, engine } = this.#options;
    const [{ memory }, { bsize, blocks, bfree }] = await Promise.all([engine.capacity(), statfs(dataDir)]);
    if (this.#isClosed) return;
    this.#add({
      time: clock.now().toISOString(),
      load: loadavg()[0]!,
      memory: Math.max(0, memory - process.availableMemory()),
      platform_memory: process.memoryUsage.rss(),
      disk: bsize * (blocks - bfree),
      waiting: engine.waiting(),
      // The histogram's values include the interval between two measurements.
      event_loop_delay: Math.max(0, this.#delay.max / 1e9 - delayMs / 1e3),
    });
    this.#delay.reset();
  }

  #add(sample: SystemSample): void {
    this.#fine.add(sample);
    this.#recent.push(sample);
    if (this.#recent.length < perCoarse) return;
    this.#coarse.add(highest(this.#recent));
    this.#recent = [];
  }
}

/** Returns the highest of each value, so that a peak is seen in the day too. */
export function highest(samples: readonly SystemSample[]): SystemSample {
  const [first, ...others] = samples.toReversed();
  const all = { ...first! };
  for (const sample of others)
    for (const [name, value] of Object.entries(sample))
      if (typeof value === "number" && value > (all[name as keyof SystemSample] as number))
        Object.assign(all, { [name]: value });
  return all;
}
