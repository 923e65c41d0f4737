/** Looks in a row that fail before a launch is ended: a folder can be moved while it is read. */
const mostFailures = 3;
const againMs = 500;
/** What the platform itself lacks, which says nothing about the launch. */
const ownWants = ["EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "FOLDER_THREAD_ENDED"];

/** Returns why work on files failed, without the path, which is none that the bot knows. */
export const reasonOf = ({ message }: Error): string => message.split(",")[0] ?? message;

/** Counts measurements in a row that failed. */
export class FailedLooks {
  #count = 0;
  /** Why the launch must be ended. */
  obstacle: string | undefined;

  none(waitMs: number): number {
    this.#count = 0;
    return waitMs;
  }

  /** Returns the milliseconds until the next time. */
  one(error: NodeJS.ErrnoException, waitMs: number): number {
    if (ownWants.includes(error.code ?? "")) return waitMs;
    if (++this.#count >= mostFailures)
      this.obstacle = `stored files that cannot be measured (${reasonOf(error)})`;
    return againMs;
  }
}

/** How long a file may wait in a socket of a launch until it is received. */
const longestMs = 30_000;
const soonMs = 1_000;

/**
 * Watches the files that a launch has sent over its sockets and not received. They can be of any size, and while they wait
 * no process has them open.
 */
export class InFlight {
  #waitedMs = 0;
  #lastAt: number | undefined;
  /** Why the launch must be ended. */
  obstacle: string | undefined;

  /**
   * Records how many there are, and whether the launch is paused, so that it cannot receive them. Returns the milliseconds
   * until they must be counted again.
   */
  seen(count: number, isPaused: boolean, now = performance.now()): number {
    const since = now - (this.#lastAt ?? now);
    this.#lastAt = count === 0 ? undefined : now;
    if (count === 0) this.#waitedMs = 0;
    else if (!isPaused) this.#waitedMs += since;
    if (this.#waitedMs >= longestMs)
      this.obstacle = `kept ${count} open files in sockets for ${longestMs / 1000} seconds without receiving them, where their size cannot be measured`;
    return count === 0 ? Number.POSITIVE_INFINITY : soonMs;
  }
}
