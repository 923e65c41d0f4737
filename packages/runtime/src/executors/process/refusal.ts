import { readFileSync } from "node:fs";

const deniedPattern = "(Operation not permitted|Permission denied|Function not implemented)";

/**
 * What bubblewrap and setpriv print when the kernel, its settings or a security module do not allow what they need. It
 * stays so until somebody changes the machine. Everything else may pass, and is no reason for a weaker isolation.
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

/** Ran out of namespaces, or may have none: the kernel has one error for both. */
const namespacesExceeded = /^bwrap: Creating new namespace failed: nesting depth or .*exceeded/;

/** Whether this is the kernel's refusal to start a sandbox, told from the words of the program that asked. */
export function isRefusal(said: string, forbidden: () => boolean = namespacesAreForbidden): boolean {
  return said
    .split("\n")
    .some(
      (line) =>
        refusals.some((refusal) => refusal.test(line)) || (namespacesExceeded.test(line) && forbidden()),
    );
}

/** True where the administrator has set the number of some namespace to 0. */
function namespacesAreForbidden(): boolean {
  return ["user", "mnt", "pid", "ipc", "uts"].some((name) => {
    try {
      return Number(readFileSync(`/proc/sys/user/max_${name}_namespaces`, "utf8")) === 0;
    } catch {
      return false;
    }
  });
}
