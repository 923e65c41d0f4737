import { cpus as processors } from "node:os";
import { CpuTime } from "./cpu-time.ts";
import { identityOf, signal } from "./identity.ts";
import type { Pauser } from "./pauser.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** Cpu-seconds that a launch may save up, more than most programs need to start. */
const savings = 1;
/** Shorter pauses would cost more than they are worth, in processes that end them. */
const shortestPause = 0.2;
/** In seconds. What a launch owes beyond it is let off. */
const longestPause = 10;
/** How often one looks at a launch that is about to use more than it may. */
const closeLookMs = 50;
/** The longest time to the next look at every launch, in seconds. */
const farLook = 1;
/** So much later than asked for a pause may end without anything being wrong. */
const lateMs = 100;

const cores = Math.max(1, processors().length);

/**
 * Keeps the processor time of a launch within a share of what goes by. An account of cpu-seconds fills with time and
 * empties with use; who overdraws it stands still until it is even again.
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
  /** Who has been asked to stand still; the pids of those who may still do. */
  #paused = new Map<number, ProcessEntry>();
  #isReleased = false;

  /** `cpus`: cores, 0.5 is half of one. `isAdopted`: an earlier platform may have left some of it standing still. */
  constructor(cpus: number, pauser: Pauser, isAdopted: boolean) {
    this.#cpus = cpus;
    this.#pauser = pauser;
    this.#isAdopted = isAdopted;
  }

  /** Whether a limit says anything on this machine. */
  static isNeededFor(cpus: number): boolean {
    return cpus < cores;
  }

  /** When one should look at this launch alone, by `performance.now()`; never while it keeps within its limit. */
  get nextCloseLook(): number | undefined {
    if (this.#isReleased || !this.#isPressed || this.#lookedAt === undefined) return undefined;
    return Math.max(this.#lookedAt + closeLookMs, this.#pausedUntil + 10);
  }

  /** `seen`: what a look at all processes showed of the launch; empty to look again at those seen last. */
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

  /** Lets everything go on, for good: a bot that is to end must be able to. */
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
    // More than the machine has can only be an error in what it tells.
    const spent = Math.min(used, cores * seconds + closeLookMs / 1000);
    const balance = this.#balance + this.#cpus * seconds - spent;
    this.#balance = Math.max(-longestPause * this.#cpus, Math.min(balance, savings));
    const loss = seconds > 0 ? spent / seconds - this.#cpus : 0;
    // After a pause it has used nothing lately, and may be about to again.
    const enough = this.#isPressed ? (this.#cpus * farLook) / 2 : 0;
    this.#isPressed = this.#balance < Math.max(enough, loss * farLook);
  }

  #pause(members: readonly ProcessEntry[], now: number): void {
    // Who has stopped itself is left alone; who was to go on by now and does not is let go on after this pause.
    const who = members.filter((entry) => !entry.stopped || this.#paused.has(entry.pid));
    if (who.length === 0) return;
    const seconds = -this.#balance / this.#cpus;
    this.#paused = new Map(who.map((entry) => [entry.pid, entry]));
    this.#pausedUntil = now + seconds * 1000;
    this.#pauser.pause(who, seconds);
  }

  #pauseNewcomers(members: readonly ProcessEntry[], now: number): void {
    const who = members.filter((entry) => !entry.stopped);
    const seconds = (this.#pausedUntil - now) / 1000;
    if (who.length === 0 || seconds < closeLookMs / 1000) return;
    for (const entry of who) this.#paused.set(entry.pid, entry);
    this.#pauser.pause(who, seconds);
  }

  #wakeForgotten(members: readonly ProcessEntry[]): void {
    for (const entry of members) {
      const asked = this.#paused.get(entry.pid);
      if (entry.stopped && asked?.startTime === entry.startTime) signal(identityOf(entry), "SIGCONT");
    }
    this.#paused.clear();
  }
}
