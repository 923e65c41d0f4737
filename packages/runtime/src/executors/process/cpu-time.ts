import { type ProcessEntry, readProcess } from "./process-entry.ts";

/** What Linux counts processor time in towards programs, on every kind of machine that Node runs on. */
const ticksPerSecond = 100;

/** How much processor time the processes of a launch use from one look to the next. */
export class CpuTime {
  /** Every process that has been seen and is still in the process table, ended ones included. */
  #known: ReadonlyMap<number, ProcessEntry> = new Map();
  readonly #read: (pid: number) => ProcessEntry | undefined;

  constructor(read = readProcess) {
    this.#read = read;
  }

  /** The processes of the last look that run or stand still. */
  get alive(): ProcessEntry[] {
    return [...this.#known.values()].filter((entry) => !entry.ended);
  }

  /**
   * Cpu-seconds since the last look; the first time, since each process began. `seen` is what a look at the process
   * table showed; who was known before and is missing there is looked at again, so that it may be empty.
   * A process that starts and ends between two looks counts if its parent collects it.
   */
  take(seen: readonly ProcessEntry[]): number {
    const now = new Map(seen.map((entry) => [entry.pid, entry]));
    let passedOn = 0;
    for (const was of this.#known.values()) {
      if (isSame(was, now.get(was.pid))) continue;
      const still = this.#read(was.pid);
      if (still && isSame(was, still)) now.set(was.pid, still);
      // What it had used has been counted, and will now appear a second time with whoever collected it.
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
