import { setImmediate } from "node:timers/promises";

/** Entries between two turns: a millisecond or less. */
const together = 256;

/** Gives other work of the thread a turn now and then. */
export class Slices {
  #entries = 0;

  /** Counts an entry. Returns true if it is time to await {@link turn}. */
  isOver(): boolean {
    return ++this.#entries % together === 0;
  }

  turn(): Promise<void> {
    return setImmediate();
  }
}
