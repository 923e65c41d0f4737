/** The processes of one user, and what waits to start one. */
interface OfUser {
  running: Set<string>;
  waiting: Map<string, () => void>;
}

/**
 * Lets the runs of schedules start while their user has fewer processes than the quota; the others wait in order. Realtime
 * bots and runs by hand never wait here without need: the store admits no more of them than the quota allows.
 */
export class UserProcesses {
  readonly #limit: number;
  readonly #users = new Map<string, OfUser>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a process that runs already, or that is to run whatever the others do. */
  hold(userId: string, id: string): void {
    this.#of(userId).running.add(id);
  }

  /** Counts a process and returns true if the user may have one more. Otherwise calls `again` when that may be so. */
  enter(userId: string, id: string, again: () => void): boolean {
    const { running, waiting } = this.#of(userId);
    if (running.size >= this.#limit) {
      waiting.set(id, again);
      return false;
    }
    waiting.delete(id);
    running.add(id);
    return true;
  }

  /** Counts a process no longer, whether it was running or waiting. */
  leave(userId: string, id: string): void {
    const { running, waiting } = this.#of(userId);
    running.delete(id);
    waiting.delete(id);
    while (running.size < this.#limit) {
      const [next] = waiting;
      if (!next) break;
      waiting.delete(next[0]);
      next[1]();
    }
    if (running.size + waiting.size === 0) this.#users.delete(userId);
  }

  #of(userId: string): OfUser {
    const known = this.#users.get(userId);
    if (known) return known;
    const made: OfUser = { running: new Set(), waiting: new Map() };
    this.#users.set(userId, made);
    return made;
  }
}
