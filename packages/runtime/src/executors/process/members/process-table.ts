import { setImmediate as nextTurn } from "node:timers/promises";
import { listProcesses, type ProcessEntry, readUser } from "./process-entry.ts";

/** A snapshot of all processes of this machine, indexed by pid, parent, session and user. */
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

  /** Returns the processes with a real user id. The ids are read at the first call, for every process. */
  ofUser(uid: number): readonly ProcessEntry[] {
    if (!this.#byUser) {
      this.#byUser = new Map();
      for (const entry of this.entries) add(this.#byUser, readUser(entry.pid) ?? -1, entry);
    }
    return this.#byUser.get(uid) ?? [];
  }

  /** Returns the given processes and all their descendants. */
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
let latest: { table: ProcessTable; readAt: number } | undefined;

/** Reads a table now, synchronously. */
export function readTable(): ProcessTable {
  latest = { table: new ProcessTable(), readAt: performance.now() };
  return latest.table;
}

/** Returns a table that is at most a second old: reading one takes milliseconds. A process in it may have ended since. */
export function recentTable(): ProcessTable {
  return latest && performance.now() - latest.readAt < 1_000 ? latest.table : readTable();
}

/** Returns a table read after this call, shared by all calls in the same turn of the event loop. */
export function freshTable(): Promise<ProcessTable> {
  nextTable ??= nextTurn().then(() => {
    nextTable = undefined;
    return readTable();
  });
  return nextTable;
}
