import { cpus as processors } from "node:os";
import { identityOf, signal } from "../members/identity.ts";
import type { ProcessEntry } from "../members/process-entry.ts";
import { CpuTime } from "./cpu-time.ts";
import type { Pauser } from "./pauser.ts";

/** CPU seconds that a launch may save up, more than most programs need to start. */
const savings = 1;
/** Shortest pause in seconds. Each pause starts a process, so that shorter ones would cost too much. */
const shortestPause = 0.2;
/** Longest pause in seconds. CPU time owed beyond it is forgiven. */
const longestPause = 10;
/** Interval between looks at a launch that is about to exceed its limit. */
const closeLookMs = 50;
/** Longest interval between looks at every launch, in seconds. */
const farLook = 1;
/** Tolerated delay of the end of a pause. */
const lateMs = 100;

const cores = Math.max(1, processors().length);

/**
 * Keeps a launch within its CPU limit. A balance of CPU seconds grows with time and shrinks with use. A launch whose
 * balance is negative is paused until it is zero again.
 */
export class Throttle {
  readonly #cpus: number;
  readonly #pauser: Pauser;
  readonly #isAdopted: boolean;
  readonly #time = new CpuTime();
  #balance = savings;
  #lookedAt: number | undefined;
  #isPressed = false;
  #pausedUntil = 0;
  /** Paused processes by pid, including those that may not have been resumed yet. */
  #paused = new Map<number, ProcessEntry>();
  #isReleased = false;

  /** `cpus`: limit in cores; 0.5 is half a core. `isAdopted`: an earlier platform may have left processes stopped. */
  constructor(cpus: number, pauser: Pauser, isAdopted: boolean) {
    this.#cpus = cpus;
    this.#pauser = pauser;
    this.#isAdopted = isAdopted;
  }

  /** Returns true if the limit is below the number of cores. */
  static isNeededFor(cpus: number): boolean {
    return cpus < cores;
  }

  /** Time of the next close look, by `performance.now()`; `undefined` while the launch stays within its limit. */
  get nextCloseLook(): number | undefined {
    if (this.#isReleased || !this.#isPressed || this.#lookedAt === undefined) return undefined;
    return Math.max(this.#lookedAt + closeLookMs, this.#pausedUntil + 10);
  }

  /** Updates the balance. `seen`: the launch's processes in the process table; if empty, the last ones are reread. */
  look(seen: readonly ProcessEntry[], now: number): void {
    const used = this.#time.take(seen);
    const members = this.#time.alive;
    if (this.#lookedAt === undefined) this.#begin(members);
    else this.#account(used, (now - this.#lookedAt) / 1000);
    this.#lookedAt = now;
    if (this.#isReleased) return;
    if (now < this.#pausedUntil) this.#pauseNewcomers(members, now);
    else if (this.#balance <= -shortestPause * this.#cpus) this.#pause(members, now);
    else if (now > this.#pausedUntil + lateMs) this.#wakeForgotten(members);
  }

  /** Resumes all processes and never pauses them again, so that a bot that is stopped can exit. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#paused.size > 0) this.#pauser.resume([...this.#paused.values()]);
  }

  #begin(members: readonly ProcessEntry[]): void {
    if (!this.#isAdopted) return;
    for (const entry of members) if (entry.stopped) signal(identityOf(entry), "SIGCONT");
  }

  #account(used: number, seconds: number): void {
    // More than the machine's cores could provide is a measurement error.
    const spent = Math.min(used, cores * seconds + closeLookMs / 1000);
    const balance = this.#balance + this.#cpus * seconds - spent;
    this.#balance = Math.max(-longestPause * this.#cpus, Math.min(balance, savings));
    const loss = seconds > 0 ? spent / seconds - this.#cpus : 0;
    // After a pause its recent use is low, but may rise again.
    const enough = this.#isPressed ? (this.#cpus * farLook) / 2 : 0;
    this.#isPressed = this.#balance < Math.max(enough, loss * farLook);
  }

  #pause(members: readonly ProcessEntry[], now: number): void {
    // Ignore processes that have stopped themselves, but resume those of an earlier pause after this one.
    const pausable = members.filter((entry) => !entry.stopped || this.#paused.has(entry.pid));
    if (pausable.length === 0) return;
    const seconds = -this.#balance / this.#cpus;
    this.#paused = new Map(pausable.map((entry) => [entry.pid, entry]));
    this.#pausedUntil = now + seconds * 1000;
    this.#pauser.pause(pausable, seconds);
  }

  #pauseNewcomers(members: readonly ProcessEntry[], now: number): void {
    const newcomers = members.filter((entry) => !entry.stopped);
    const seconds = (this.#pausedUntil - now) / 1000;
    if (newcomers.length === 0 || seconds < closeLookMs / 1000) return;
    for (const entry of newcomers) this.#paused.set(entry.pid, entry);
    this.#pauser.pause(newcomers, seconds);
  }

  #wakeForgotten(members: readonly ProcessEntry[]): void {
    for (const entry of members) {
      const asked = this.#paused.get(entry.pid);
      if (entry.stopped && asked?.startTime === entry.startTime) signal(identityOf(entry), "SIGCONT");
    }
    this.#paused.clear();
  }
}
