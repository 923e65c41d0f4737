import type { Places } from "../../../environment.ts";
import type { IsolationLevel, LaunchSpec } from "../../../executor.ts";
import type { LaunchPaths } from "../launch-dir.ts";
import type { Tool } from "../tools/probe.ts";

/** A command, and what it reads from file descriptor 4 on: files, or texts of the platform. */
export interface WrappedCommand {
  argv: string[];
  reads?: readonly ({ path: string } | { text: string })[];
}

/** A way to isolate a bot from the machine and from other bots. */
export interface Isolation {
  readonly name: IsolationLevel;
  /** Returns the paths of the launch's folders as seen by the bot. */
  places(spec: LaunchSpec, paths: LaunchPaths): Places;
  /** Returns the user that a launch runs as: its name as the bot sees it, and its id on the machine. */
  runsAs(spec: LaunchSpec): { name: string; uid: number };
  /** Changes the owner of the launch's folders to the bot's user. */
  handOver(spec: LaunchSpec, paths: LaunchPaths): Promise<void>;
  /** The user that a launch runs as, if it can reach folders of the machine that are open to all users. */
  userOf?(spec: LaunchSpec): number;
  /**
   * Returns the command that runs `command` under a reaper. The reaper appends two JSON lines to file descriptor 3:
   * `child-pid` when the process has started, and `exit-code` when it has ended.
   * @param groups number of descriptors, after those of `reads`, by which the process moves itself into its groups
   */
  wrap(
    spec: LaunchSpec,
    paths: LaunchPaths,
    command: string[],
    tool: Tool | undefined,
    groups: number,
  ): WrappedCommand;
}

/** How many times the limit of one launch all queries of a bot may use together, which run as one user. */
const queriesShare = 4;

/** Returns the kernel's limit on the processes of the user that a launch runs as. */
export function processCeiling(spec: LaunchSpec): number {
  return isQuery(spec) ? queriesShare * spec.limits.processes : spec.limits.processes;
}

/** Queries run as a user of their own, whose processes are not counted with those of the bot. */
export function isQuery({ kind }: LaunchSpec): boolean {
  return kind === "query" || kind === "query-server";
}

/** The first descriptor of those that a reaper has for reading and for its groups. */
const firstDescriptor = 4;

/** Returns the descriptors by which a process moves itself into its groups. */
export function groupDescriptors(reads: number, groups: number): string {
  return Array.from({ length: groups }, (_, index) => firstDescriptor + reads + index).join(" ");
}

/**
 * Shell code that sets limits: $1 umask, $2 open files, $3 processes (empty: unchanged; `-u` or `-p` by shell), $4 the
 * descriptors of its control groups, of which each process that it starts will be a member.
 * Removes the variables that shells add to the environment. `exec $lower "$@"` then runs the bot at a lower priority than
 * the platform, so that a bot that wants all processors does not silence the API.
 */
export const setLimits = `for botyard_group in $4; do
  echo 0 >&$botyard_group || exit 126
  eval "exec $botyard_group>&-"
done
umask "$1"
ulimit -c 0
ulimit -n "$2" 2>/dev/null
[ -z "$3" ] || ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null
shift 4
unset PWD OLDPWD SHLVL botyard_group
lower=
command -v nice >/dev/null 2>&1 && lower='nice -n 10'
`;
