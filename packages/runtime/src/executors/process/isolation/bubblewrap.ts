import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { release } from "node:os";
import { dirname } from "node:path";
import type { LaunchSpec } from "../../../executor.ts";
import { folderVariable, launchVariable } from "../members/mark.ts";
import { groupDescriptors, type Isolation, isQuery, processCeiling, setLimits } from "./isolation.ts";
import { giveLaunch, giveState } from "./ownership.ts";
import { contains } from "./reach.ts";
import { dropPrivileges } from "./user.ts";
import type { Users } from "./users.ts";

/** Paths inside the sandbox. */
const inside = { code: "/bot", state: "/state", result: "/result/result.json", tmp: "/tmp", cache: "/cache" };

/** Name of the only user, if bots have no users of their own. */
export const botName = "bot";

const sharedMemoryBytes = 64 * 1024 * 1024;

/**
 * A bubblewrap sandbox: separate mount, PID, IPC and UTS namespaces. It has the network in which it is started. If the platform is root,
 * the bot runs as a separate unprivileged user; otherwise it runs in a user namespace.
 * Bubblewrap's monitor is the reaper. When the first process inside ends, the kernel kills all others.
 */
export function bubblewrapIsolation(
  programs: { bwrap: string; setpriv?: string },
  users: Users | undefined,
  /** `filter`: the system calls that the kernel refuses, as {@link seccompFilter} returns them. */
  files: { passwd: string; filter?: string },
): Isolation {
  const system = systemMounts();
  const becomesUser = users !== undefined && programs.setpriv !== undefined;
  return {
    name: "bubblewrap",
    places: ({ cacheDir }) => (cacheDir ? inside : { ...inside, cache: "/tmp/.cache" }),
    runsAs: (spec) => (becomesUser ? users.ofLaunch(spec) : { name: botName, uid: process.getuid?.() ?? 0 }),
    async handOver(spec, paths) {
      if (!becomesUser) return;
      const { uid, queryUid } = users.of(spec.botId);
      giveLaunch(paths, isQuery(spec) ? queryUid : uid, uid);
      await giveState(spec, uid, 0o750);
    },
    wrap(spec, paths, command, tool, groups) {
      const user = becomesUser ? users.of(spec.botId) : undefined;
      const readsOnly = isQuery(spec);
      const options = [
        ...namespaces(user !== undefined),
        ...system,
        ...(spec.network ? ["--ro-bind", paths.hosts, "/etc/hosts"] : []),
        ...(spec.network ? ["--ro-bind", paths.resolvConf, "/etc/resolv.conf"] : []),
        ...["--ro-bind", user?.passwdFile ?? files.passwd, "/etc/passwd"],
        ...["--ro-bind", spec.codeDir, inside.code],
        ...[readsOnly ? "--ro-bind" : "--bind", spec.stateDir, inside.state],
        ...(spec.cacheDir ? ["--bind", spec.cacheDir, inside.cache] : []),
        ...["--bind", paths.out, "/result", "--bind", paths.tmp, inside.tmp, "--symlink", "/tmp", "/var/tmp"],
        // After the bot's /tmp, which would hide an interpreter below the machine's /tmp.
        ...(tool?.roots ?? []).filter(isNotSystem).flatMap(showAt),
        ...["--remount-ro", "/", "--chdir", inside.code],
        ...["--json-status-fd", "3", "--unsetenv", launchVariable, "--unsetenv", folderVariable],
        ...(files.filter === undefined ? [] : ["--seccomp", "5"]),
      ];
      const text = options.map((option) => `${option}\0`).join("");
      const reads = [{ text }, ...(files.filter === undefined ? [] : [{ path: files.filter }])];
      const argv = [
        // Not on the command line, which the bot can read, because they contain paths of the machine.
        ...[programs.bwrap, "--args", "4", "--"],
        ...["/bin/sh", "-c", `${setLimits}exec $lower "$@"`, "sh", "022", `${spec.limits.openFiles}`],
        ...[`${processLimit(spec, user !== undefined) ?? ""}`, groupDescriptors(reads.length, groups)],
        ...(user && programs.setpriv
          ? dropPrivileges(programs.setpriv, readsOnly ? user.queryUid : user.uid, user.uid)
          : []),
        ...command,
      ];
      return { argv, reads };
    },
  };
}

function namespaces(asRoot: boolean): string[] {
  // A name that every machine resolves.
  const common = [
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--hostname",
    "localhost",
    "--new-session",
  ];
  const drop = ["--cap-drop", "ALL"];
  if (!asRoot) return ["--unshare-user", "--uid", "1000", "--gid", "1000", ...common, ...drop];
  // Needed by setpriv to switch to the bot's user; setpriv then drops them all.
  return [
    ...common,
    ...drop,
    ...["SETUID", "SETGID", "SETPCAP"].flatMap((cap) => ["--cap-add", `CAP_${cap}`]),
  ];
}

/** From Linux 5.14 on, the limit counts per user namespace; before, it counts all processes of the user. */
function processLimit(spec: LaunchSpec, asRoot: boolean): number | undefined {
  // The first process inside belongs to root, but counts.
  if (asRoot) return processCeiling(spec) - 1;
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14) ? spec.limits.processes : undefined;
}

/** The mode is explicit because bubblewrap creates missing parents accessible only to root. */
function folder(path: string): string[] {
  return ["--perms", "0755", "--dir", path];
}

/** Mounts a path of the machine at the same path inside. */
function showAt(path: string): string[] {
  const parents: string[] = [];
  for (let parent = dirname(path); parent !== "/"; parent = dirname(parent)) parents.unshift(parent);
  return [...parents.flatMap(folder), "--ro-bind", path, path];
}

const isNotSystem = (path: string) => !contains("/usr", path);

/** Mounts what interpreters and libraries need from the system: programs, name resolution, certificates, time zones. */
function systemMounts(): string[] {
  const args = ["--ro-bind", "/usr", "/usr", ...folder("/etc"), ...folder("/var")];
  for (const path of ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]) {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) args.push("--symlink", readlinkSync(path), path);
    else if (entry) args.push("--ro-bind", path, path);
  }
  const etc = [
    ...[
      "alternatives",
      "ca-certificates",
      "ca-certificates.conf",
      "fonts",
      "gai.conf",
      "host.conf",
      "hosts",
      "ld.so.cache",
    ],
    ...[
      "ld.so.conf",
      "ld.so.conf.d",
      "localtime",
      "mime.types",
      "nsswitch.conf",
      "pki",
      "protocols",
      "resolv.conf",
    ],
    ...["services", "ssl", "timezone", ...readdirSync("/etc").filter((name) => /^java-[\w-]+$/.test(name))],
  ];
  for (const path of etc.map((name) => `/etc/${name}`)) {
    // The target of a link may be missing in the sandbox, so mount the target itself.
    if (existsSync(path)) args.push("--ro-bind", realpathSync(path), path);
  }
  const keys = "/etc/ssl/private";
  if (existsSync(keys)) args.push("--tmpfs", keys, "--remount-ro", keys);
  args.push("--proc", "/proc", "--dev", "/dev");
  args.push(
    "--perms",
    "1777",
    "--size",
    `${sharedMemoryBytes}`,
    "--tmpfs",
    "/dev/shm",
    "--remount-ro",
    "/dev",
  );
  return args;
}
