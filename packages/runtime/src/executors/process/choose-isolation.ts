import { constants, mkdirSync, writeFileSync } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { IsolationReport } from "../../executor.ts";
import { bubblewrapIsolation } from "./bubblewrap.ts";
import type { Isolation } from "./isolation.ts";
import { none } from "./none.ts";
import { obstacleForOthers } from "./reach.ts";
import type { Reach } from "./tools.ts";
import { tryIsolation } from "./trial.ts";
import { userIsolation } from "./user.ts";
import { Users } from "./users.ts";

export interface ChosenIsolation {
  isolation: Isolation;
  reach: Reach;
  /** Why it is not more, one sentence each. */
  reasons: string[];
}

/** The strongest isolation that starts a process here, not stronger than `strongest`, and why it is not more. */
export async function chooseIsolation(
  dir: string,
  strongest: IsolationReport["isolation"],
): Promise<ChosenIsolation> {
  if (process.platform !== "linux") {
    throw new Error(`Bots run as local processes on Linux only; this is ${process.platform}.`);
  }
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  const reasons: string[] = [];
  const isRoot = process.getuid?.() === 0;
  const [bwrap, setpriv] = await Promise.all([findProgram("bwrap"), findProgram("setpriv")]);
  const users = isRoot && setpriv ? new Users(join(dir, "users")) : undefined;

  if (strongest !== "bubblewrap") reasons.push(`The operator asked for no more than "${strongest}".`);
  else if (!bwrap) reasons.push("bubblewrap is not installed; on Debian: apt install bubblewrap.");
  else if (isRoot && !setpriv)
    reasons.push("setpriv of util-linux, which a sandbox needs as root, is not installed.");
  else {
    const passwdFile = join(dir, "passwd");
    writeFileSync(passwdFile, "bot:x:1000:1000::/tmp:/usr/sbin/nologin\n", { mode: 0o644 });
    const isolation = bubblewrapIsolation({ bwrap, ...(setpriv && { setpriv }) }, users, passwdFile);
    const obstacle = await tryIsolation(isolation, dir);
    if (!obstacle) return { isolation, reach: () => undefined, reasons };
    reasons.push(`A trial sandbox of bubblewrap did not start: ${obstacle}`);
  }

  if (strongest !== "none") {
    const isolation = users && setpriv ? userIsolation(users, setpriv, dirname(dir)) : undefined;
    const obstacle =
      userObstacle(dir, isRoot, setpriv) ?? (isolation && (await tryIsolation(isolation, dir)));
    if (isolation && !obstacle) return { isolation, reach: obstacleForOthers, reasons };
    reasons.push(`Bots have no user of their own: ${obstacle}`);
  }
  return { isolation: none, reach: () => undefined, reasons };
}

function userObstacle(dir: string, isRoot: boolean, setpriv?: string): string | undefined {
  if (!isRoot) return "the platform does not run as root.";
  if (!setpriv) return "setpriv of util-linux is not installed.";
  const obstacle = obstacleForOthers(dirname(dir));
  return (
    obstacle && `${obstacle}; keep the data folder where others may pass, for instance in /var/lib/botyard.`
  );
}

async function findProgram(name: string): Promise<string | undefined> {
  const folders = ["/usr/bin", "/bin", "/usr/local/bin", ...(process.env.PATH ?? "").split(delimiter)];
  for (const folder of folders) {
    const path = join(folder, name);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return undefined;
}
