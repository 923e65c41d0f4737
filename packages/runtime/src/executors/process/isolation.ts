import type { Places } from "../../environment.ts";
import type { IsolationLevel, LaunchSpec } from "../../executor.ts";
import type { LaunchPaths } from "./launch-dir.ts";
import type { Tool } from "./tools.ts";

/** A way to isolate a bot from the machine and from other bots. */
export interface Isolation {
  readonly name: IsolationLevel;
  /** Returns the paths of the launch's folders as seen by the bot. */
  places(spec: LaunchSpec, paths: LaunchPaths): Places;
  /** Changes the owner of the launch's folders to the bot's user. */
  handOver(spec: LaunchSpec, paths: LaunchPaths): void;
  /**
   * Returns the command line that runs `command` under a reaper. The reaper appends two JSON lines to file descriptor 3:
   * `child-pid` when the process has started, and `exit-code` when it has ended.
   */
  wrap(spec: LaunchSpec, paths: LaunchPaths, command: string[], tool: Tool | undefined): string[];
}

/** Processes above the limit at which the kernel refuses more; before that, the monitoring kills the launch. */
const processHeadroom = 512;

/** Returns the kernel's limit on the processes of a bot's user. */
export function processCeiling(spec: LaunchSpec): number {
  return spec.limits.processes + processHeadroom;
}

/**
 * Shell code that sets limits: $1 umask, $2 open files, $3 processes (empty: unchanged; `-u` or `-p` by shell).
 * Removes the variables that shells add to the environment.
 */
export const setLimits = `umask "$1"
ulimit -c 0
ulimit -n "$2" 2>/dev/null
[ -z "$3" ] || ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null
shift 3
unset PWD OLDPWD SHLVL
`;
