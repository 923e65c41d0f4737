import { readStatus } from "../launch-dir.ts";
import { type Identity, isAlive } from "./identity.ts";
import { launchVariable } from "./mark.ts";
import { alive, type Members, type MembersOf } from "./members.ts";
import {
  hasEnvironment,
  type ProcessEntry,
  readChildren,
  readInnerPid,
  readProcess,
} from "./process-entry.ts";
import { freshTable, type ProcessTable } from "./process-table.ts";

/** Finds processes in a sandbox: they cannot leave its pid namespace, and descend from its first process. */
export class SandboxMembers implements Members {
  #launch: MembersOf;
  /** The first process inside, once it has been identified. It loses its mark while it exits, so it is kept. */
  #init: ProcessEntry | undefined;

  constructor(launch: MembersOf) {
    this.#launch = launch;
  }

  /** Returns the first process inside; `undefined` before it exists and after it has ended. */
  init(): ProcessEntry | undefined {
    const pid = this.#init?.pid ?? readStatus(this.#launch.status).childPid ?? this.#childOfReaper();
    const entry = pid === undefined ? undefined : readProcess(pid);
    if (!entry || entry.ended) return undefined;
    if (this.#init) return this.#init.startTime === entry.startTime ? entry : undefined;
    if (!hasEnvironment(entry.pid, `${launchVariable}=${this.#launch.id}`) && !isEndingInit(entry))
      return undefined;
    this.#init = entry;
    return entry;
  }

  /** The status file may have been removed with the folder of the launch. */
  #childOfReaper(): number | undefined {
    const { reaper } = this.#launch;
    if (!reaper || !isAlive(reaper)) return undefined;
    return readChildren(reaper.pid).find(({ pid }) => readInnerPid(pid) === 1)?.pid;
  }

  main(): ProcessEntry | undefined {
    const init = this.init();
    return init && readChildren(init.pid).find((entry) => alive(entry) && readInnerPid(entry.pid) === 2);
  }

  seen(table: ProcessTable): ProcessEntry[] {
    const known = this.#init && table.get(this.#init.pid);
    const init = known && known.startTime === this.#init?.startTime ? known : this.init();
    return init ? table.descendants([init.pid]).filter(alive) : [];
  }

  /** Returns the first process inside: when it ends, the kernel kills all others. */
  async everything(): Promise<ProcessEntry[]> {
    const init = this.init();
    if (init) return [init];
    const { reaper, status } = this.#launch;
    if (!reaper || this.#init) return [];
    if (isAlive(reaper)) return (await freshTable()).descendants([reaper.pid]).filter(alive);
    return readStatus(status).childPid === undefined ? this.#orphans(reaper) : [];
  }

  /** Finds the child of a reaper that was killed before it recorded the child's pid. The child waits endlessly. */
  async #orphans(reaper: Identity): Promise<ProcessEntry[]> {
    const mark = `${launchVariable}=${this.#launch.id}`;
    const session = (await freshTable()).inSession(reaper.pid);
    return session.filter((entry) => alive(entry) && hasEnvironment(entry.pid, mark));
  }
}

/** Returns true for the first process of a pid namespace while it exits: it has released its memory. */
function isEndingInit(entry: ProcessEntry): boolean {
  return !entry.hasMemory && readInnerPid(entry.pid) === 1;
}
