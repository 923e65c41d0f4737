import type { IsolationLevel, LaunchSpec } from "../../executor.ts";
import type { Places } from "./environment.ts";
import type { LaunchPaths } from "./launch-dir.ts";
import type { Tool } from "./tools.ts";

/** One way of keeping a bot apart from the machine and from other bots. */
export interface Isolation {
  readonly name: IsolationLevel;
  /** Where the bot sees its folders. */
  places(spec: LaunchSpec, paths: LaunchPaths): Places;
  /** Hands the launch's folders to the user that the bot runs as. */
  handOver(spec: LaunchSpec, paths: LaunchPaths): void;
  /**
   * The command that starts `command` behind a reaper. The reaper appends to file descriptor 3 a JSON line with
   * `child-pid` when there is a process and one with `exit-code` when that has ended.
   */
  wrap(spec: LaunchSpec, paths: LaunchPaths, command: string[], tool: Tool | undefined): string[];
}

/** How far above its limit a bot's user may go before the kernel refuses; in between the watch ends the launch. */
const processHeadroom = 512;

/** The most processes that the kernel lets all processes of a bot's own user have together. */
export function processCeiling(spec: LaunchSpec): number {
  return spec.limits.processes + processHeadroom;
}

/**
 * Sets limits in `sh`: $1 umask, $2 open files, $3 processes (empty: leave); shells spell the last one differently.
 * Takes back what shells add to the environment.
 */
export const setLimits = `umask "$1"
ulimit -c 0
ulimit -n "$2" 2>/dev/null
[ -z "$3" ] || ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null
shift 3
unset PWD OLDPWD SHLVL
`;
