import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { IsolationLevel } from "../../executor.ts";
import { bubblewrapIsolation } from "./bubblewrap.ts";
import type { Isolation } from "./isolation.ts";
import { none } from "./none.ts";
import type { Programs } from "./programs.ts";
import { obstacleForOthers } from "./reach.ts";
import { replaceFile } from "./replace-file.ts";
import type { Reach } from "./tools.ts";
import { type Obstacle, tryIsolation } from "./trial.ts";
import { userIsolation } from "./user.ts";
import { Users } from "./users.ts";

/** One level of isolation as far as this machine has it. */
export interface Offer {
  /** What keeps it from being used here; nothing when a trial of it succeeded. Writes nothing to the data folder. */
  obstacle(): Promise<Obstacle | undefined>;
  /** Ready for bots; what it needs is in the executor's folder. @throws when that cannot be written. */
  open(): Isolation;
  reach: Reach;
}

const passwdEntry = "bot:x:1000:1000::/tmp:/usr/sbin/nologin\n";
const everywhere: Reach = () => undefined;
const lasting = (why: string): Obstacle => ({ why, isLasting: true });

/** The levels for bots whose executor has the folder `dir` in the data folder. */
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
          return lasting("setpriv of util-linux, which a sandbox needs as root, is not installed.");
        const found = await tryIsolation(sandbox);
        return found && { ...found, why: `A trial sandbox of bubblewrap did not start: ${ended(found.why)}` };
      },
      open: () => sandbox(dir),
      reach: everywhere,
    },
    user: {
      async obstacle() {
        const found =
          userObstacle(dir, isRoot, setpriv) ?? (await tryIsolation((root) => ownUser(root, root)));
        return found && { ...found, why: `Bots have no user of their own: ${ended(found.why)}` };
      },
      open: () => ownUser(dir, dirname(dir)),
      reach: obstacleForOthers,
    },
    none: { obstacle: async () => undefined, open: () => none, reach: everywhere },
  };
}

function userObstacle(dir: string, isRoot: boolean, setpriv: string | undefined): Obstacle | undefined {
  if (!isRoot) return lasting("the platform does not run as root.");
  if (!setpriv) return lasting("setpriv of util-linux is not installed.");
  const obstacle = obstacleForOthers(dirname(dir));
  const advice = "keep the data folder where other users may pass, for instance in /var/lib/botyard.";
  return obstacle === undefined ? undefined : lasting(`${obstacle}; ${advice}`);
}

/** Bots may have it mounted: it is not written again for nothing. */
function keepFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {
    // It is not there yet, and is written below.
  }
  replaceFile(path, text, 0o644);
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
