import { type ProcessEntry, readProcess } from "../members/process-entry.ts";

/** Unit of CPU times in `/proc`: USER_HZ, which is 100 on every architecture that Node supports. */
const ticksPerSecond = 100;

/** Measures the CPU time that the processes of a launch use between two samples. */
export class CpuTime {
  /** Every known process that is still in the process table, including zombies. */
  #known: ReadonlyMap<number, ProcessEntry> = new Map();
  readonly #read: (pid: number) => ProcessEntry | undefined;

  constructor(read = readProcess) {
    this.#read = read;
  }

  /** The processes of the last sample, except zombies. */
  get alive(): ProcessEntry[] {
    return [...this.#known.values()].filter((entry) => !entry.ended);
  }

  /**
   * Returns the CPU seconds used since the last sample; in the first sample, since each process started. `seen` are the
   * launch's processes in the process table. Known processes that are missing in it are read again, so it may be empty.
   * A process that starts and ends between two samples counts if its parent collects it.
   */
  take(seen: readonly ProcessEntry[]): number {
    const now = new Map(seen.map((entry) => [entry.pid, entry]));
    let passedOn = 0;
    for (const was of this.#known.values()) {
      if (isSame(was, now.get(was.pid))) continue;
      const still = this.#read(was.pid);
      if (still && isSame(was, still)) now.set(was.pid, still);
      // Its time has been counted, and now also appears in the child time of the process that collected it.
      else passedOn += was.ownTicks + was.childTicks;
    }
    let own = 0;
    let collected = 0;
    for (const is of now.values()) {
      const before = this.#known.get(is.pid);
      const was = before && isSame(before, is) ? before : undefined;
      own += is.ownTicks - (was?.ownTicks ?? 0);
      collected += is.childTicks - (was?.childTicks ?? 0);
    }
    this.#known = now;
    return (own + Math.max(0, collected - passedOn)) / ticksPerSecond;
  }
}

const isSame = (one: ProcessEntry, other: ProcessEntry | undefined) => one.startTime === other?.startTime;
