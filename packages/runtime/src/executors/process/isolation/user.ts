import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LaunchSpec } from "../../../executor.ts";
import type { LaunchPaths } from "../launch-dir.ts";
import type { Isolation } from "./isolation.ts";
import { processCeiling } from "./isolation.ts";
import { hostPlaces, reaperCommand } from "./none.ts";
import { giveLaunch, giveState } from "./ownership.ts";
import { obstacleForOthers, openPassage } from "./reach.ts";
import type { Users } from "./users.ts";

/** One unprivileged user per bot, and a second one for its queries, which can only read the bot's state. */
export function userIsolation(users: Users, setpriv: string, dataDir: string): Isolation {
  const userOf = (spec: LaunchSpec) => users.ofLaunch(spec).uid;
  return {
    name: "user",
    places: hostPlaces,
    runsAs: (spec) => users.ofLaunch(spec),
    userOf,
    async handOver(spec, paths) {
      for (const path of [spec.codeDir, spec.stateDir, paths.out]) {
        openPassage(dataDir, path);
        const obstacle = obstacleForOthers(path);
        if (obstacle) throw new Error(`the bot's user cannot access ${path}: ${obstacle}`);
      }
      const { uid } = users.of(spec.botId);
      giveLaunch(paths, userOf(spec), uid);
      await giveState(spec, uid, 0o750);
      const entry = `${users.ofLaunch(spec).name}:x:${userOf(spec)}:${uid}::${paths.tmp}:/usr/sbin/nologin\n`;
      writeFileSync(passwdOf(paths), `${entry}${readFileSync("/etc/passwd", "utf8")}`, { mode: 0o644 });
    },
    wrap(spec, paths, command, _tool, groups) {
      const argv = [
        ...reaperCommand({
          umask: "027",
          openFiles: spec.limits.openFiles,
          processes: processCeiling(spec),
          groups,
        }),
        ...["/bin/sh", "-c", nameUser, "sh", passwdOf(paths)],
        ...dropPrivileges(setpriv, userOf(spec), users.of(spec.botId).uid),
        ...command,
      ];
      return { argv };
    },
  };
}

const passwdOf = ({ dir }: LaunchPaths) => join(dir, "passwd");

/**
 * Shell code that lets the launch alone see $1 as `/etc/passwd`, if the kernel permits it, and then runs the rest of the
 * command: programs such as Node and Java ask for the name of their user, which the machine does not know.
 */
const nameUser = `passwd=$1
shift
unset PWD OLDPWD SHLVL
unshare --mount true 2>/dev/null || exec "$@"
exec unshare --mount /bin/sh -c 'mount --bind "$0" /etc/passwd 2>/dev/null; unset PWD OLDPWD SHLVL; exec "$@"' "$passwd" "$@"
`;

/** Returns the command that switches irrevocably to a user: no capabilities, no other groups, no new privileges. */
export function dropPrivileges(setpriv: string, uid: number, gid: number): string[] {
  const caps = ["--bounding-set=-all", "--inh-caps=-all"];
  return [setpriv, `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...caps, "--no-new-privs"];
}
