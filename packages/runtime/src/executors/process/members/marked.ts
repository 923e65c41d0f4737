import { isAlive, isInTable } from "./identity.ts";
import { launchVariable } from "./mark.ts";
import { alive, type Members, type MembersOf } from "./members.ts";
import {
  hasEnvironment,
  type ProcessEntry,
  readChildren,
  readCommand,
  readEnvironment,
  readUser,
} from "./process-entry.ts";
import { freshTable, type ProcessTable } from "./process-table.ts";

/** Finds processes without a sandbox: by descent, session, mark in the environment, and the bot's user if it has one. */
export class MarkedMembers implements Members {
  #launch: MembersOf;
  /** Start times by pid of every member ever seen. A member stays one until it ends. */
  #known = new Map<number, string>();

  /**
   * Whether the reaper still existed at the start. If not, its pid may belong to another process by now, so descent and
   * session are not used, only marks.
   */
  #hasReaper: boolean;

  constructor(launch: MembersOf) {
    this.#launch = launch;
    this.#hasReaper = launch.reaper !== undefined && isInTable(launch.reaper);
  }

  main(): ProcessEntry | undefined {
    const { reaper } = this.#launch;
    if (!reaper || !isAlive(reaper)) return undefined;
    // Until it executes the bot's program, the child is a copy of the reaper and ignores signals like it.
    const command = readCommand(reaper.pid);
    return readChildren(reaper.pid).find((child) => alive(child) && readCommand(child.pid) !== command);
  }

  seen(table: ProcessTable): ProcessEntry[] {
    const reaper = this.#hasReaper ? this.#launch.reaper : undefined;
    const roots: number[] = [];
    if (reaper && table.get(reaper.pid)?.startTime === reaper.startTime) roots.push(reaper.pid);
    for (const [pid, startTime] of this.#known) {
      const entry = table.get(pid);
      if (entry?.startTime === startTime) roots.push(pid);
      // Forget an ended process whose session is empty; its pid may be reused.
      else if (entry || table.inSession(pid).length === 0) this.#known.delete(pid);
    }
    for (const session of [...this.#known.keys(), ...(reaper ? [reaper.pid] : [])]) {
      for (const entry of table.inSession(session)) if (this.#mayBelong(entry)) roots.push(entry.pid);
    }
    const found = new Set(
      table.descendants(roots).filter((entry) => entry.pid !== reaper?.pid && alive(entry)),
    );
    // A process can leave its parents and its session between two samples, but not the bot's user.
    const { user } = this.#launch;
    for (const entry of user === undefined ? [] : table.ofUser(user)) {
      if (alive(entry) && !found.has(entry) && this.#mayBelong(entry) && this.#isMarked(entry, table))
        found.add(entry);
    }
    for (const entry of found) this.#known.set(entry.pid, entry.startTime);
    return [...found];
  }

  async everything(): Promise<ProcessEntry[]> {
    const table = await freshTable();
    const found = new Set(this.seen(table));
    for (const entry of table.entries) {
      if (entry.ended || found.has(entry) || !this.#mayBelong(entry)) continue;
      if (this.#isMarked(entry, table)) found.add(entry);
    }
    return [...found];
  }

  /** Returns false for the reaper, this process, and processes older than the reaper. */
  #mayBelong(entry: ProcessEntry): boolean {
    const { reaper } = this.#launch;
    if (entry.pid === process.pid || entry.pid === reaper?.pid) return false;
    return !reaper || Number(entry.startTime) >= Number(reaper.startTime);
  }

  #isMarked(entry: ProcessEntry, table: ProcessTable): boolean {
    const { id, user } = this.#launch;
    if (user === undefined) return hasEnvironment(entry.pid, `${launchVariable}=${id}`);
    if (readUser(entry.pid) !== user) return false;
    // Several launches may share the user, such as concurrent queries: a process belongs to this one unless it or an
    // ancestor has the mark of another.
    for (let one: ProcessEntry | undefined = entry; one && one.pid > 1; one = table.get(one.ppid)) {
      const mark = readEnvironment(one.pid, launchVariable);
      if (mark !== undefined) return mark === id;
    }
    return true;
  }
}
