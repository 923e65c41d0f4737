import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { identityOf, signal } from "../members/identity.ts";
import type { ProcessEntry } from "../members/process-entry.ts";

/** Time after the last pause until the shell is stopped; longer than any pause. */
const idleMs = 30_000;

/**
 * Reads `pause SECONDS PID:START…` and `resume 0 PID:START…`. A background process that will resume the others is
 * started before they are stopped; it does not depend on this shell or on the platform.
 * Start times distinguish a process from a later one with the same pid. `jobs` makes the shell collect ended children.
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
 * Pauses processes for a given time. A shell does it, so that they are resumed on time even if the platform is killed.
 * One shell serves all launches, and runs only while it is needed.
 */
export class Pauser {
  #shell: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Sends SIGSTOP now and SIGCONT after `seconds`. Does nothing if no shell can be started. */
  pause(members: readonly ProcessEntry[], seconds: number): void {
    this.#shell ??= this.#start();
    this.#send(`pause ${seconds.toFixed(3)}`, members);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#shell?.stdin?.end();
      this.#shell = undefined;
    }, idleMs).unref();
  }

  /** Sends SIGCONT now, after all pauses that were requested before. */
  resume(members: readonly ProcessEntry[]): void {
    if (this.#shell) this.#send("resume 0", members);
    else for (const entry of members) signal(identityOf(entry), "SIGCONT");
  }

  #send(what: string, members: readonly ProcessEntry[]): void {
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
