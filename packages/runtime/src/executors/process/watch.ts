import type { BrokenLimit, LaunchLimits } from "../../executor.ts";
import { Pauser } from "./cpu/pauser.ts";
import { Throttle } from "./cpu/throttle.ts";
import { type ProcessEntry, readProportional } from "./members/process-entry.ts";
import { type ProcessTable, readTable } from "./members/process-table.ts";
import type { ProcessLaunch } from "./process-launch.ts";

/** Shortest interval between two looks. It grows with the duration of a look, up to `longestMs`. */
const intervalMs = 250;
/** Approximate share of a core that looks may use. */
const share = 1 / 50;
const longestMs = 1_000;

/** Monitors all launches with one timer: enforces their limits, and detects when they end. */
export class Watch {
  #launches = new Map<ProcessLaunch, LaunchLimits | undefined>();
  #timer: NodeJS.Timeout | undefined;
  /** A second timer, for launches that use up their CPU limit. */
  #closeTimer: NodeJS.Timeout | undefined;
  #closeLookNotBefore = 0;
  readonly #pauser = new Pauser();

  /**
   * Monitors a launch until it has ended. Without `limits` only its end is detected. `isAdopted`: it was started by an
   * earlier platform process.
   */
  add(launch: ProcessLaunch, limits: LaunchLimits | undefined, isAdopted: boolean): void {
    if (limits && Throttle.isNeededFor(limits.cpus))
      launch.throttle = new Throttle(limits.cpus, this.#pauser, isAdopted);
    this.#launches.set(launch, limits);
    void launch.ended.then(() => this.#launches.delete(launch));
    this.#arm(intervalMs);
  }

  #arm(ms: number): void {
    if (this.#timer || this.#launches.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const started = performance.now();
      this.#look();
      const pause = (performance.now() - started) / share;
      this.#arm(Math.min(Math.max(intervalMs, pause), longestMs));
      this.#armClose();
    }, ms);
    this.#timer.unref();
  }

  #look(): void {
    let table: ProcessTable;
    try {
      table = readTable();
    } catch {
      // The process table could not be read, for instance because of too many open files. Retried with the next look.
      return;
    }
    for (const [launch, limits] of this.#launches) {
      if (!launch.isOurChild) launch.tryLook();
      if (limits) enforceLimits(launch, limits, table);
      else killRest(launch);
    }
  }

  #armClose(): void {
    clearTimeout(this.#closeTimer);
    let next = Number.POSITIVE_INFINITY;
    for (const { throttle } of this.#launches.keys())
      next = Math.min(next, throttle?.nextCloseLook ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const wait = Math.max(next, this.#closeLookNotBefore) - performance.now();
    this.#closeTimer = setTimeout(() => this.#lookClosely(), Math.max(1, wait)).unref();
  }

  #lookClosely(): void {
    const started = performance.now();
    for (const { throttle } of this.#launches.keys()) {
      const due = throttle?.nextCloseLook;
      if (due === undefined || due > started + 1) continue;
      try {
        throttle?.look([], performance.now());
      } catch {
        // Retried with the next look.
      }
    }
    const ended = performance.now();
    this.#closeLookNotBefore = ended + (ended - started) / share;
    this.#armClose();
  }
}

/** Kills a launch of which the kernel has killed only one process for its memory, or none. */
function killRest(launch: ProcessLaunch): void {
  const broken = launch.cgroup?.killsTogether === false ? launch.cgroup.brokenLimit : undefined;
  if (broken) void launch.breakOff(broken);
}

function enforceLimits(launch: ProcessLaunch, limits: LaunchLimits, table: ProcessTable): void {
  try {
    const members = launch.members.seen(table);
    const broken = brokenLimit(members, limits, launch.heldBytes);
    if (broken) void launch.breakOff(broken);
    else launch.throttle?.look(members, performance.now());
  } catch {
    // Retried with the next look.
  }
}

function brokenLimit(
  members: readonly ProcessEntry[],
  limits: LaunchLimits,
  heldBytes: number,
): BrokenLimit | undefined {
  const threads = sum(members.map((entry) => entry.threads));
  if (threads > limits.processes) return { name: "processes", used: threads, allowed: limits.processes };
  const resident = sum(members.map((entry) => entry.residentBytes));
  if (resident + heldBytes <= limits.memoryBytes) return undefined;
  // Resident sizes count shared pages once per process, so check the proportional sizes before killing a bot.
  const sizes = members.map((entry) => readProportional(entry.pid));
  // What is held and mapped too is in both numbers.
  const unmapped = Math.max(0, heldBytes - sum(sizes.map(({ shared }) => shared)));
  const used = sum(sizes.map(({ all }) => all)) + unmapped;
  return used > limits.memoryBytes ? { name: "memory", used, allowed: limits.memoryBytes } : undefined;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
