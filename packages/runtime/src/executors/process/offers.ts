import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { IsolationLevel } from "../../executor.ts";
import { botName, bubblewrapIsolation } from "./bubblewrap.ts";
import type { Isolation } from "./isolation.ts";
import { none } from "./none.ts";
import type { Programs } from "./programs.ts";
import { obstacleForOthers } from "./reach.ts";
import { replaceFile } from "./replace-file.ts";
import type { Reach } from "./tools.ts";
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
  const sandbox = (place: string): Isolation => {
    const users = isRoot && setpriv ? new Users(join(place, "users")) : undefined;
    const passwdFile = join(place, "passwd");
    if (!users) keepFile(passwdFile, passwdEntry);
    return bubblewrapIsolation({ bwrap: bwrap ?? "", ...(setpriv && { setpriv }) }, users, passwdFile);
  };
  const ownUser = (place: string, dataDir: string): Isolation =>
    userIsolation(new Users(join(place, "users")), setpriv ?? "", dataDir);

  return {
    bubblewrap: {
      async obstacle() {
        if (!bwrap) return lasting("bubblewrap is not installed; on Debian: apt install bubblewrap.");
        if (isRoot && !setpriv)
          return lasting("setpriv (util-linux) is not installed; as root, bubblewrap sandboxes require it.");
        const found = await tryIsolation(sandbox);
        return found && { ...found, why: `A trial sandbox with bubblewrap failed: ${ended(found.why)}` };
      },
      open: () => sandbox(dir),
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
function keepFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {
    // The file does not exist yet.
  }
  replaceFile(path, text, 0o644);
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
