import { launchVariable } from "./environment.ts";
import { type Identity, isAlive } from "./identity.ts";
import { readStatus } from "./launch-dir.ts";
import { alive, type Members, type MembersOf } from "./members.ts";
import {
  hasEnvironment,
  type ProcessEntry,
  readChildren,
  readInnerPid,
  readProcess,
} from "./process-entry.ts";
import { freshTable, type ProcessTable } from "./process-table.ts";

/** Inside bubblewrap nothing can leave its pid namespace: all of it hangs below the first process there. */
export class SandboxMembers implements Members {
  #launch: MembersOf;
  /** The first process inside, once it is known to be ours: when it is about to end it no longer shows its mark. */
  #init: ProcessEntry | undefined;

  constructor(launch: MembersOf) {
    this.#launch = launch;
  }

  /** The first process inside; `undefined` before it exists and after it has ended. */
  init(): ProcessEntry | undefined {
    const pid = this.#init?.pid ?? readStatus(this.#launch.status).childPid;
    const entry = pid === undefined ? undefined : readProcess(pid);
    if (!entry || entry.ended) return undefined;
    if (this.#init) return this.#init.startTime === entry.startTime ? entry : undefined;
    if (!hasEnvironment(entry.pid, `${launchVariable}=${this.#launch.id}`) && !isEndingInit(entry))
      return undefined;
    this.#init = entry;
    return entry;
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

  /** The end of the first process is the end of all the others: the kernel sees to it. */
  async everything(): Promise<ProcessEntry[]> {
    const init = this.init();
    if (init) return [init];
    const { reaper, status } = this.#launch;
    if (!reaper || this.#init) return [];
    if (isAlive(reaper)) return (await freshTable()).descendants([reaper.pid]).filter(alive);
    return readStatus(status).childPid === undefined ? this.#forsaken(reaper) : [];
  }

  /** A reaper that dies before it could say whom it began, as on a full disk, leaves that one waiting for it for ever. */
  async #forsaken(reaper: Identity): Promise<ProcessEntry[]> {
    const mark = `${launchVariable}=${this.#launch.id}`;
    const session = (await freshTable()).inSession(reaper.pid);
    return session.filter((entry) => alive(entry) && hasEnvironment(entry.pid, mark));
  }
}

/** The first process of some pid namespace that has given its memory back and waits for the rest of it to die. */
function isEndingInit(entry: ProcessEntry): boolean {
  return !entry.hasMemory && readInnerPid(entry.pid) === 1;
}
