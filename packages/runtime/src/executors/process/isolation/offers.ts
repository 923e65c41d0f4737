import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { IsolationLevel } from "../../../executor.ts";
import { replaceFile } from "../storage/replace-file.ts";
import type { Reach } from "../tools/tools.ts";
import { botName, bubblewrapIsolation } from "./bubblewrap.ts";
import type { Isolation } from "./isolation.ts";
import { none } from "./none.ts";
import type { Programs } from "./programs.ts";
import { obstacleForOthers } from "./reach.ts";
import { isRefusedFilter } from "./refusal.ts";
import { seccompFilter } from "./seccomp.ts";
import { type Obstacle, tryIsolation } from "./trial.ts";
import { userIsolation } from "./user.ts";
import { Users } from "./users.ts";

/** A level of isolation on this machine. */
export interface Offer {
  /** Tries the level and returns why it cannot be used, or `undefined`. Writes nothing to the data folder. */
  obstacle(): Promise<Obstacle | undefined>;
  /**
   * Prepares the level for bots and writes the files that it needs to the executor's folder.
   * @throws {Error} the system error, if they cannot be written
   */
  open(): Isolation;
  /** What the level lacks on this machine, in one sentence; to be asked after {@link obstacle}. */
  shortcoming?(): string | undefined;
  reach: Reach;
}

const passwdEntry = `${botName}:x:1000:1000::/tmp:/usr/sbin/nologin\n`;
const everywhere: Reach = () => undefined;
const lasting = (why: string): Obstacle => ({ why, isLasting: true });

/** Returns the levels for an executor with the folder `dir` in the data folder. */
export function offers(
  dir: string,
  { bwrap, setpriv }: Programs,
  isRoot: boolean,
): Record<IsolationLevel, Offer> {
  let filter = seccompFilter();
  let shortcoming = filter ? undefined : `there is none for the architecture ${process.arch}`;
  const sandbox = (place: string): Isolation => {
    const users = isRoot && setpriv ? new Users(join(place, "users")) : undefined;
    const files = { passwd: join(place, "passwd"), ...(filter && { filter: join(place, "seccomp") }) };
    if (!users) keepFile(files.passwd, Buffer.from(passwdEntry));
    if (filter) keepFile(files.filter!, filter);
    return bubblewrapIsolation({ bwrap: bwrap ?? "", ...(setpriv && { setpriv }) }, users, files);
  };
  const ownUser = (place: string, dataDir: string): Isolation =>
    userIsolation(new Users(join(place, "users")), setpriv ?? "", dataDir);

  return {
    bubblewrap: {
      async obstacle() {
        if (!bwrap) return lasting("bubblewrap is not installed; on Debian: apt install bubblewrap.");
        if (isRoot && !setpriv)
          return lasting("setpriv (util-linux) is not installed; as root, bubblewrap sandboxes require it.");
        let found = await tryIsolation(sandbox);
        if (found && filter && isRefusedFilter(found.why)) {
          shortcoming = found.why;
          filter = undefined;
          found = await tryIsolation(sandbox);
        }
        return found && { ...found, why: `A trial sandbox with bubblewrap failed: ${ended(found.why)}` };
      },
      open: () => sandbox(dir),
      shortcoming: () =>
        shortcoming &&
        `Bots may use system calls that no bot needs, and thereby memory that is not counted, because a filter cannot be used: ${ended(shortcoming)}`,
      reach: everywhere,
    },
    user: {
      async obstacle() {
        const found =
          userObstacle(dir, isRoot, setpriv) ?? (await tryIsolation((root) => ownUser(root, root)));
        return found && { ...found, why: `Bots cannot run as separate users: ${ended(found.why)}` };
      },
      open: () => ownUser(dir, dirname(dir)),
      reach: obstacleForOthers,
    },
    none: { obstacle: async () => undefined, open: () => none, reach: everywhere },
  };
}

function userObstacle(dir: string, isRoot: boolean, setpriv: string | undefined): Obstacle | undefined {
  if (!isRoot) return lasting("the platform does not run as root.");
  if (!setpriv) return lasting("setpriv (util-linux) is not installed.");
  const obstacle = obstacleForOthers(dirname(dir));
  const advice = "put the data folder below folders that other users can traverse, for instance in /var/lib.";
  return obstacle === undefined ? undefined : lasting(`${obstacle}; ${advice}`);
}

/** Writes a file only if it differs, because bots may have it mounted. */
function keepFile(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  try {
    if (readFileSync(path).equals(bytes)) return;
  } catch {
    // The file does not exist yet.
  }
  replaceFile(path, bytes, 0o644);
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
