import { launchVariable } from "./environment.ts";
import { isAlive, isInTable } from "./identity.ts";
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

/** Without a sandbox: by descent, session, mark in the environment, and the bot's own user where it has one. */
export class MarkedMembers implements Members {
  #launch: MembersOf;
  /** Start time by pid of every member ever seen: who has been one stays one. */
  #known = new Map<number, string>();

  /**
   * Whether the reaper was still there when we began to look. When it was not, its number may long be somebody else's:
   * then only marks count, neither descent nor session.
   */
  #hasReaper: boolean;

  constructor(launch: MembersOf) {
    this.#launch = launch;
    this.#hasReaper = launch.reaper !== undefined && isInTable(launch.reaper);
  }

  main(): ProcessEntry | undefined {
    const { reaper } = this.#launch;
    if (!reaper || !isAlive(reaper)) return undefined;
    // Until it runs the bot's program the reaper's child is the reaper's copy, which swallows signals as that does.
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
      // What has ended and left nobody in its session is forgotten; its number may come to mean another process.
      else if (entry || table.inSession(pid).length === 0) this.#known.delete(pid);
    }
    for (const session of [...this.#known.keys(), ...(reaper ? [reaper.pid] : [])]) {
      for (const entry of table.inSession(session)) if (this.#mayBelong(entry)) roots.push(entry.pid);
    }
    const found = new Set(
      table.descendants(roots).filter((entry) => entry.pid !== reaper?.pid && alive(entry)),
    );
    // What has left both family and session between two looks can not leave the bot's own user.
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

  /** Nothing of a launch is older than its reaper. */
  #mayBelong(entry: ProcessEntry): boolean {
    const { reaper } = this.#launch;
    if (entry.pid === process.pid || entry.pid === reaper?.pid) return false;
    return !reaper || Number(entry.startTime) >= Number(reaper.startTime);
  }

  #isMarked(entry: ProcessEntry, table: ProcessTable): boolean {
    const { id, user } = this.#launch;
    if (user === undefined) return hasEnvironment(entry.pid, `${launchVariable}=${id}`);
    if (readUser(entry.pid) !== user) return false;
    // Several launches may share this user (queries at once): what carries no mark of another one is ours to end.
    for (let one: ProcessEntry | undefined = entry; one && one.pid > 1; one = table.get(one.ppid)) {
      const mark = readEnvironment(one.pid, launchVariable);
      if (mark !== undefined) return mark === id;
    }
    return true;
  }
}
