/** A bot that is kept in its desired state. */
export interface SupervisedBot {
  /** Schedules a round because something has changed. */
  changed(): void;
  /** Stops its processes without changing the desired state. */
  stopForNow(): Promise<void>;
  /** Leaves its processes running. Resolves when no work is in progress. */
  leave(): Promise<void>;
}
