import type { Programs } from "../isolation/programs.ts";

/** How the border and launches get the rights over network namespaces. */
export interface Rights {
  /** Returns the command that starts the border. */
  border(command: string[]): string[];
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

/**
 * Without root, the border is root in a user namespace around all bots, to which their network namespaces belong. A launch
 * enters it too, and has the sandbox of bubblewrap inside.
 */
const ofOthers = ({ bwrap = "bwrap" }: Programs): Rights => ({
  border: (command) => [
    bwrap,
    ...["--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL", "--dev-bind", "/", "/", "--"],
    ...command,
  ],
  enter: (border) => [`--user=/proc/${border}/ns/user`, "--preserve-credentials"],
});

export const rightsOf = (programs: Programs): Rights =>
  process.getuid?.() === 0 ? ofRoot(programs) : ofOthers(programs);
