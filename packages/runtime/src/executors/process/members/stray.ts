import type { LaunchMark } from "../../../executor.ts";
import { type Marked, markOf } from "./find-marked.ts";
import { type Identity, identityOf, isAlive } from "./identity.ts";
import { alive, type Members } from "./members.ts";
import {
  type ProcessEntry,
  readChildren,
  readCommand,
  readInnerPid,
  readPids,
  readUser,
} from "./process-entry.ts";
import { freshTable, type ProcessTable } from "./process-table.ts";

/**
 * The processes of a launch of which nothing but marks is left: the marked ones, what descends from them, and with a
 * user of their own those of that user. Unlike other members, they include the reaper, which nothing else would end.
 */
export class StrayMembers implements Members {
  readonly #mark: LaunchMark;
  /** Normally the reaper, which is older than the processes that it starts. */
  readonly oldest: Identity;
  readonly #users: ReadonlySet<number>;
  /** Start times by pid of every member ever seen. */
  readonly #known = new Map<number, string>();

  /** @param isBotUser whether a user id is assigned to the bot, and nobody else's */
  constructor({ mark, processes }: Marked, isBotUser: (uid: number) => boolean) {
    this.#mark = mark;
    const [oldest] = [...processes].sort((one, other) => Number(one.startTime) - Number(other.startTime));
    this.oldest = identityOf(oldest as ProcessEntry);
    this.#users = new Set(processes.flatMap(({ pid }) => readUser(pid) ?? []).filter(isBotUser));
    for (const { pid, startTime } of processes) this.#known.set(pid, startTime);
  }

  /** Returns the child of the reaper that is the bot, or in a sandbox the bot below the sandbox's first process. */
  main(): ProcessEntry | undefined {
    if (!isAlive(this.oldest)) return undefined;
    const children = readChildren(this.oldest.pid).filter(alive);
    const first = children.find(({ pid }) => readPids(pid).length > 1);
    if (first) return readChildren(first.pid).find((entry) => alive(entry) && readInnerPid(entry.pid) === 2);
    const command = readCommand(this.oldest.pid);
    return children.find(({ pid }) => readCommand(pid) !== command);
  }

  seen(table: ProcessTable): ProcessEntry[] {
    const roots = [...this.#known].filter(([pid, startTime]) => table.get(pid)?.startTime === startTime);
    const found = table
      .descendants(roots.map(([pid]) => pid))
      .filter((entry) => alive(entry) && entry.pid !== process.pid);
    for (const { pid, startTime } of found) this.#known.set(pid, startTime);
    return found;
  }

  async everything(): Promise<ProcessEntry[]> {
    const table = await freshTable();
    for (const entry of table.entries) {
      if (alive(entry) && this.#belongs(entry, table)) this.#known.set(entry.pid, entry.startTime);
    }
    return this.seen(table);
  }

  #belongs(entry: ProcessEntry, table: ProcessTable): boolean {
    const mark = markOf(entry.pid);
    if (mark || this.#users.size === 0) return this.#isSame(mark);
    if (!this.#users.has(readUser(entry.pid) ?? -1)) return false;
    // Other launches may share the user; a process belongs to one of them if an ancestor has its mark.
    for (let one = table.get(entry.ppid); one && one.pid > 1; one = table.get(one.ppid)) {
      const inherited = markOf(one.pid);
      if (inherited) return this.#isSame(inherited);
    }
    return true;
  }

  #isSame(mark: LaunchMark | undefined): boolean {
    return mark?.launchId === this.#mark.launchId && mark.dataFolder === this.#mark.dataFolder;
  }
}
