import { AsyncLocalStorage } from "node:async_hooks";

/** Entries between two turns: a millisecond or less. */
const together = 256;

const owners = new AsyncLocalStorage<string>();
/** Work that waits for its next slice, by owner. */
const waiting = new Map<string, (() => void)[]>();

/** Does work whose slices are those of this owner. */
export const asOwner = <Found>(owner: string, work: () => Found): Found => owners.run(owner, work);

/** Gives other work of the thread a turn now and then. Owners take turns. */
export class Slices {
  #entries = 0;

  /** Counts an entry. Returns true if it is time to await {@link turn}. */
  isOver(): boolean {
    return ++this.#entries % together === 0;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (waiting.size === 0) setImmediate(goRound);
      const owner = owners.getStore() ?? "";
      const slices = waiting.get(owner);
      if (slices) slices.push(resolve);
      else waiting.set(owner, [resolve]);
    });
  }
}

/** Gives each owner one slice, however many jobs it has. New jobs begin between two rounds. */
function goRound(): void {
  for (const [owner, slices] of waiting) {
    slices.shift()!();
    if (slices.length === 0) waiting.delete(owner);
  }
  if (waiting.size > 0) setImmediate(goRound);
}
