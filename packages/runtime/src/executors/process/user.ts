import type { LaunchSpec } from "../../executor.ts";
import type { Isolation } from "./isolation.ts";
import { isQuery, processCeiling } from "./isolation.ts";
import { hostPlaces, reaperCommand } from "./none.ts";
import { giveLaunch, giveState } from "./ownership.ts";
import { obstacleForOthers, openPassage } from "./reach.ts";
import type { Users } from "./users.ts";

/** One unprivileged user per bot, and a second one for its queries, which can only read the bot's state. */
export function userIsolation(users: Users, setpriv: string, dataDir: string): Isolation {
  const userOf = (spec: LaunchSpec) => {
    const { uid, queryUid } = users.of(spec.botId);
    return isQuery(spec) ? queryUid : uid;
  };
  return {
    name: "user",
    places: hostPlaces,
    userOf,
    handOver(spec, paths) {
      for (const path of [spec.codeDir, spec.stateDir, paths.out]) {
        openPassage(dataDir, path);
        const obstacle = obstacleForOthers(path);
        if (obstacle) throw new Error(`the bot's user cannot access ${path}: ${obstacle}`);
      }
      const { uid } = users.of(spec.botId);
      giveLaunch(paths, userOf(spec), uid);
      giveState(spec.stateDir, uid, 0o750);
    },
    wrap(spec, _paths, command) {
      return [
        ...reaperCommand({
          umask: "027",
          openFiles: spec.limits.openFiles,
          processes: processCeiling(spec),
        }),
        ...dropPrivileges(setpriv, userOf(spec), users.of(spec.botId).uid),
        ...command,
      ];
    },
  };
}

/** Returns the command that switches irrevocably to a user: no capabilities, no other groups, no new privileges. */
export function dropPrivileges(setpriv: string, uid: number, gid: number): string[] {
  const caps = ["--bounding-set=-all", "--inh-caps=-all"];
  return [setpriv, `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...caps, "--no-new-privs"];
}
