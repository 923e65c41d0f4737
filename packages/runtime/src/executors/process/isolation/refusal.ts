import { readFileSync } from "node:fs";

const deniedPattern = "(Operation not permitted|Permission denied|Function not implemented)";

/**
 * Messages of bubblewrap and setpriv when the kernel, its settings or a security module do not permit what they need.
 * Such a refusal is permanent until the machine is changed. Other failures may be temporary, and do not justify a weaker
 * isolation.
 */
const refusals = [
  /^bwrap: No permissions to create (a )?new namespace/,
  /^bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces/,
  new RegExp(`^bwrap: Creating new namespace failed: (${deniedPattern}|Invalid argument)$`),
  new RegExp(`^bwrap: [Ss]etting up (uid|gid) map: ${deniedPattern}$`),
  new RegExp(
    `^bwrap: .*\\b(mount|mounting|remount|bind|slave|pivot_root|setgroups|hostname)\\b.*: ${deniedPattern}$`,
  ),
  /^bwrap: pivot_root: Invalid argument$/,
  new RegExp(`^setpriv: .*: ${deniedPattern}$`),
];

/** Namespaces are used up or forbidden: the kernel has the same error for both. */
const namespacesExceeded = /^bwrap: Creating new namespace failed: nesting depth or .*exceeded/;

/** Returns true if the output of bubblewrap or setpriv shows that the kernel refuses to start a sandbox. */
export function isRefusal(output: string, forbidden: () => boolean = namespacesAreForbidden): boolean {
  return output
    .split("\n")
    .some(
      (line) =>
        refusals.some((refusal) => refusal.test(line)) || (namespacesExceeded.test(line) && forbidden()),
    );
}

/** Messages of bubblewrap when it or the kernel was built without filters of system calls, or the kernel forbids them. */
const filterRefusals = [
  /^bwrap: Unable to set up system call filtering as requested:/,
  new RegExp(`^bwrap: prctl\\(PR_SET_SECCOMP\\): (${deniedPattern}|Invalid argument)$`),
  /^bwrap: Unknown option --seccomp$/,
];

/** Returns true if the output of bubblewrap shows that system calls cannot be filtered on this machine. */
export function isRefusedFilter(output: string): boolean {
  return output.split("\n").some((line) => filterRefusals.some((refusal) => refusal.test(line)));
}

/** Returns true if the maximum number of some kind of namespace is set to 0. */
function namespacesAreForbidden(): boolean {
  return ["user", "mnt", "pid", "ipc", "uts"].some((name) => {
    try {
      return Number(readFileSync(`/proc/sys/user/max_${name}_namespaces`, "utf8")) === 0;
    } catch {
      return false;
    }
  });
}
