import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { identityOf, signal } from "./identity.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** So long after the last pause the shell is let go. Longer than any pause. */
const idleMs = 30_000;

/**
 * Reads `pause SECONDS PID:START…` and `resume 0 PID:START…`. Before anything is stopped there is a process that will
 * let it go on, and that process depends on nobody: neither on this shell nor on the platform.
 * Start times tell a process from a later one of its number. `jobs` has the shell collect what has ended.
 */
const script = `tell() {
  signal=$1
  shift
  for member; do
    pid=\${member%:*}
    stat=
    { while read -r line; do stat="$stat $line"; done <"/proc/$pid/stat"; } 2>/dev/null || continue
    set -- \${stat##*) }
    [ "\${20}" = "\${member#*:}" ] && kill -"$signal" "$pid" 2>/dev/null
  done
}
while read -r what seconds members; do
  jobs >/dev/null
  case $what in
    pause) (sleep "$seconds"; tell CONT $members) </dev/null & tell STOP $members ;;
    resume) tell CONT $members ;;
  esac
done
`;

/**
 * Has processes stand still for a while. A shell does it, for the platform may die in the meantime: what it has stopped
 * goes on all the same, and at the same moment. There is one shell for all launches, and only while it is needed.
 */
export class Pauser {
  #shell: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** SIGSTOP now, SIGCONT after so many seconds. When no shell can be started nothing is stopped. */
  pause(members: readonly ProcessEntry[], seconds: number): void {
    this.#shell ??= this.#start();
    this.#say(`pause ${seconds.toFixed(3)}`, members);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#shell?.stdin?.end();
      this.#shell = undefined;
    }, idleMs).unref();
  }

  /** SIGCONT now, after every pause that was asked for before. */
  resume(members: readonly ProcessEntry[]): void {
    if (this.#shell) this.#say("resume 0", members);
    else for (const entry of members) signal(identityOf(entry), "SIGCONT");
  }

  #say(what: string, members: readonly ProcessEntry[]): void {
    const words = members.map((entry) => `${entry.pid}:${entry.startTime}`);
    this.#shell?.stdin?.write(`${[what, ...words].join(" ")}\n`);
  }

  #start(): ChildProcess {
    const child = spawn("/bin/sh", ["-c", script], {
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const forget = () => {
      if (this.#shell === child) this.#shell = undefined;
    };
    child.on("error", forget).on("exit", forget).unref();
    child.stdin?.on("error", forget);
    (child.stdin as Socket | null)?.unref();
    return child;
  }
}
