import { listProcesses, type ProcessEntry, readUser } from "./process-entry.ts";

/** Every process of this machine at one moment, and who belongs to whom. */
export class ProcessTable {
  readonly #byPid = new Map<number, ProcessEntry>();
  readonly #byParent = new Map<number, ProcessEntry[]>();
  readonly #bySession = new Map<number, ProcessEntry[]>();
  #byUser: Map<number, ProcessEntry[]> | undefined;

  constructor(entries: readonly ProcessEntry[] = listProcesses()) {
    for (const entry of entries) {
      this.#byPid.set(entry.pid, entry);
      add(this.#byParent, entry.ppid, entry);
      add(this.#bySession, entry.session, entry);
    }
  }

  get entries(): Iterable<ProcessEntry> {
    return this.#byPid.values();
  }

  get(pid: number): ProcessEntry | undefined {
    return this.#byPid.get(pid);
  }

  inSession(session: number): readonly ProcessEntry[] {
    return this.#bySession.get(session) ?? [];
  }

  /** By real user id, as it is when this is first asked for: it costs a second look at every process. */
  ofUser(uid: number): readonly ProcessEntry[] {
    if (!this.#byUser) {
      this.#byUser = new Map();
      for (const entry of this.entries) add(this.#byUser, readUser(entry.pid) ?? -1, entry);
    }
    return this.#byUser.get(uid) ?? [];
  }

  /** What descends from any of these, these included where they are there. */
  descendants(roots: Iterable<number>): ProcessEntry[] {
    const found = new Set<ProcessEntry>();
    const queue: number[] = [];
    for (const pid of roots) {
      const entry = this.#byPid.get(pid);
      if (entry) found.add(entry);
      queue.push(pid);
    }
    for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
      for (const child of this.#byParent.get(pid) ?? []) {
        if (found.has(child)) continue;
        found.add(child);
        queue.push(child.pid);
      }
    }
    return [...found];
  }
}

function add(groups: Map<number, ProcessEntry[]>, key: number, entry: ProcessEntry): void {
  const group = groups.get(key);
  if (group) group.push(entry);
  else groups.set(key, [entry]);
}

let nextTable: Promise<ProcessTable> | undefined;

/** A table of a moment after this call, one for all who ask in the same turn: many processes may end at once. */
export function freshTable(): Promise<ProcessTable> {
  nextTable ??= new Promise((resolve) => {
    setImmediate(() => {
      nextTable = undefined;
      resolve(new ProcessTable());
    });
  });
  return nextTable;
}
