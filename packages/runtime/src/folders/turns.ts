/** Jobs that run at the same time: of one kind of an owner, of one owner, and of all. Each holds a few descriptors. */
const most = { ofKind: 2, ofOwner: 4, ofAll: 64 };

interface Waiting {
  kind: string;
  start(): void;
}

interface Owner {
  /** The kind of each running job. */
  running: string[];
  waiting: Waiting[];
}

/** Starts jobs. Owners take turns, so that none waits for the jobs that another has waiting. */
export class Turns {
  /** Those that have jobs; whose turn is next comes first. */
  readonly #owners = new Map<string, Owner>();
  #running = 0;

  /** Does a job of this owner and kind when it is its turn. */
  async take<Found>(name: string, kind: string, job: () => Promise<Found>): Promise<Found> {
    const owner = this.#owners.get(name) ?? { running: [], waiting: [] };
    this.#owners.set(name, owner);
    const begun = new Promise<void>((start) => owner.waiting.push({ kind, start }));
    this.#startNext();
    await begun;
    try {
      return await job();
    } finally {
      owner.running.splice(owner.running.indexOf(kind), 1);
      this.#running--;
      if (owner.running.length + owner.waiting.length === 0) this.#owners.delete(name);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const [name, owner] of this.#owners) {
      if (this.#running >= most.ofAll) return;
      const next = takeNext(owner);
      if (!next) continue;
      this.#running++;
      next.start();
      // The loop comes to it again after the others.
      this.#owners.delete(name);
      this.#owners.set(name, owner);
    }
  }
}

function takeNext({ running, waiting }: Owner): Waiting | undefined {
  if (running.length >= most.ofOwner) return undefined;
  const isFree = ({ kind }: Waiting) => running.filter((other) => other === kind).length < most.ofKind;
  const at = waiting.findIndex(isFree);
  if (at < 0) return undefined;
  const [next] = waiting.splice(at, 1);
  running.push(next!.kind);
  return next;
}
