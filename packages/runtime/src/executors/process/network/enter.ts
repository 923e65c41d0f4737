import { writeFileSync } from "node:fs";
import { nameFiles, type Policy } from "@botyard/border";
import type { IsolationLevel } from "../../../executor.ts";
import type { LaunchPaths } from "../launch-dir.ts";

/**
 * With isolation `user` the launch sees the files of the machine, except these two. The sockets belong to programs of the
 * host that resolve names for others.
 */
const mountNames = `mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf || exit 125
shift 2
for botyard_socket in /run/systemd/resolve/io.systemd.Resolve /run/nscd/socket /run/dbus/system_bus_socket; do
  [ ! -e "$botyard_socket" ] || mount --bind /dev/null "$botyard_socket" || exit 125
done
unset botyard_socket
unset PWD OLDPWD SHLVL
exec "$@"`;

/**
 * Returns the command that enters a network namespace and then runs the command of a launch, in the same process.
 * @param options of `nsenter`
 */
export function inNetwork(
  options: readonly string[],
  argv: readonly string[],
  isolation: IsolationLevel,
  { hosts, resolvConf }: LaunchPaths,
): string[] {
  const names = ["unshare", "--mount", "/bin/sh", "-c", mountNames, "sh", hosts, resolvConf];
  return ["nsenter", ...options, ...(isolation === "user" ? names : []), ...argv];
}

/** Writes what the launch sees as `/etc/hosts` and `/etc/resolv.conf`. */
export function writeNameFiles(policy: Policy, paths: LaunchPaths): void {
  const { hosts, resolvConf } = nameFiles(policy);
  writeFileSync(paths.hosts, hosts, { mode: 0o644 });
  writeFileSync(paths.resolvConf, resolvConf, { mode: 0o644 });
}
