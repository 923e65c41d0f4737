import type { Isolation } from "./isolation.ts";
import { processCeiling } from "./isolation.ts";
import { hostPlaces, reaperCommand } from "./none.ts";
import { giveLaunch, giveState } from "./ownership.ts";
import { obstacleForOthers, openPassage } from "./reach.ts";
import type { Users } from "./users.ts";

/** An unprivileged user of its own per bot, and a second one that may only read the bot's state, for its queries. */
export function userIsolation(users: Users, setpriv: string, dataDir: string): Isolation {
  const isQuery = (kind: string) => kind === "query" || kind === "query-server";
  return {
    name: "user",
    places: hostPlaces,
    handOver(spec, paths) {
      for (const path of [spec.codeDir, spec.stateDir, paths.out]) {
        openPassage(dataDir, path);
        const obstacle = obstacleForOthers(path);
        if (obstacle) throw new Error(`the bot's own user can not get to ${path}: ${obstacle}`);
      }
      const user = users.of(spec.botId);
      giveLaunch(paths, isQuery(spec.kind) ? user.queryUid : user.uid, user.uid);
      giveState(spec.stateDir, user.uid, 0o750);
    },
    wrap(spec, _paths, command) {
      const user = users.of(spec.botId);
      return [
        ...reaperCommand({
          umask: "027",
          openFiles: spec.limits.openFiles,
          processes: processCeiling(spec),
        }),
        ...dropPrivileges(setpriv, isQuery(spec.kind) ? user.queryUid : user.uid, user.uid),
        ...command,
      ];
    },
  };
}

/** Becomes that user for good: no capability, no other group, no way back. */
export function dropPrivileges(setpriv: string, uid: number, gid: number): string[] {
  const caps = ["--bounding-set=-all", "--inh-caps=-all"];
  return [setpriv, `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...caps, "--no-new-privs"];
}
