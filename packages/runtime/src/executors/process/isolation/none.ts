import { userInfo } from "node:os";
import { join } from "node:path";
import type { LaunchSpec } from "../../../executor.ts";
import type { LaunchPaths } from "../launch-dir.ts";
import { groupDescriptors, type Isolation, setLimits } from "./isolation.ts";

/**
 * The reaper without bubblewrap: a shell that waits for the bot and records its exit status. Signals that the bot sends
 * to its own process group must not end it, and the shell's message about a signal ("Terminated") must not appear in the
 * bot's log. A shell is used because it takes little memory.
 */
export const reaper = `printf '{"child-pid": %d}\\n' $$ >&3
trap : TERM INT HUP QUIT USR1 USR2 ALRM
${setLimits}{ (exec $lower "$@" 2>&4 3>&- 4>&-); code=$?; } 4>&2 2>/dev/null
printf '{"exit-code": %d}\\n' $code >&3
exit $code
`;

export function reaperCommand(options: {
  umask: string;
  openFiles: number;
  processes: number | undefined;
  groups: number;
}): string[] {
  const { umask, openFiles, processes, groups } = options;
  return [
    ...["/bin/sh", "-c", reaper, "sh"],
    ...[umask, `${openFiles}`, `${processes ?? ""}`, groupDescriptors(0, groups)],
  ];
}

/** No isolation: the bot runs as the platform's user. */
export const none: Isolation = {
  name: "none",
  places: hostPlaces,
  runsAs: () => ({ name: platformUser(), uid: process.getuid?.() ?? 0 }),
  async handOver() {},
  wrap: (spec, _paths, command, _tool, groups) => ({
    argv: [
      ...reaperCommand({ umask: "022", openFiles: spec.limits.openFiles, processes: undefined, groups }),
      ...command,
    ],
  }),
};

export function hostPlaces(spec: LaunchSpec, { result, tmp }: LaunchPaths) {
  return {
    code: spec.codeDir,
    state: spec.stateDir,
    result,
    tmp,
    cache: spec.cacheDir ?? join(tmp, ".cache"),
  };
}

/** A container may run the platform as a user id without a name. */
function platformUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "bot";
  }
}
