import type { Programs } from "../isolation/programs.ts";

/** How the border and launches get the rights over network namespaces. */
export interface Rights {
  /**
   * Returns the command that starts the border.
   * @param launch a process of a running launch, which an earlier border has served
   */
  border(command: string[], launch?: number): string[];
  /** The options with which `nsenter` lets a launch enter a namespace. */
  enter(border: number): string[];
}

/** What the border needs: namespaces and their interfaces, ports below 1024, processes of bots, and its own files. */
const capabilities = ["sys_admin", "sys_ptrace", "net_admin", "net_bind_service", "dac_read_search"];

/** Root has all rights, and the border keeps few of them. */
const ofRoot = ({ setpriv }: Programs): Rights => ({
  border: (command) =>
    setpriv === undefined
      ? command
      : [
          setpriv,
          `--bounding-set=-all,${capabilities.map((name) => `+${name}`).join(",")}`,
          ...["--inh-caps=-all", "--no-new-privs", ...command],
        ],
  enter: () => [],
});

const inUserNamespaceOf = (pid: number) => [`--user=/proc/${pid}/ns/user`, "--preserve-credentials"];

/**
 * Without root, the border is root in a user namespace around all bots, to which their network namespaces belong. A launch
 * enters it too, and has the sandbox of bubblewrap inside.
 */
const ofOthers = ({ bwrap = "bwrap" }: Programs): Rights => ({
  border: (command, launch) =>
    launch === undefined
      ? [
          bwrap,
          ...["--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL", "--dev-bind", "/", "/", "--"],
          ...command,
        ]
      : // Another user namespace would have no rights over the networks of running launches.
        ["nsenter", ...inUserNamespaceOf(launch), ...command],
  enter: inUserNamespaceOf,
});

export const rightsOf = (programs: Programs): Rights =>
  process.getuid?.() === 0 ? ofRoot(programs) : ofOthers(programs);
