import type { LaunchLimits } from "../../executor.ts";
import { type ProcessEntry, readProportionalBytes } from "./process-entry.ts";
import type { ProcessLaunch } from "./process-launch.ts";
import { ProcessTable } from "./process-table.ts";

/** The shortest time between two looks; a look that takes long makes the next one wait longer. */
const INTERVAL_MS = 250;
/** At most about this part of a core goes into looking, but a bot that breaks a limit is never left for longer. */
const SHARE = 1 / 50;
const LONGEST_MS = 1_000;

/** One timer for all launches: holds them to their limits, and notices ends that nothing else has told. */
export class Watch {
  #launches = new Map<ProcessLaunch, LaunchLimits | undefined>();
  #timer: NodeJS.Timeout | undefined;

  /** Until it has ended. `limits` absent: only its end is looked for. */
  add(launch: ProcessLaunch, limits: LaunchLimits | undefined): void {
    this.#launches.set(launch, limits);
    void launch.ended.then(() => this.#launches.delete(launch));
    this.#arm(INTERVAL_MS);
  }

  #arm(ms: number): void {
    if (this.#timer || this.#launches.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const started = performance.now();
      this.#look();
      const pause = (performance.now() - started) / SHARE;
      this.#arm(Math.min(Math.max(INTERVAL_MS, pause), LONGEST_MS));
    }, ms);
    this.#timer.unref();
  }

  #look(): void {
    let table: ProcessTable;
    try {
      table = new ProcessTable();
    } catch {
      // The machine can not tell just now, for want of file descriptors; the next look will.
      return;
    }
    for (const [launch, limits] of this.#launches) {
      if (!launch.isOurChild) launch.tryLook();
      if (limits) breakOffBeyond(launch, limits, table);
    }
  }
}

function breakOffBeyond(launch: ProcessLaunch, limits: LaunchLimits, table: ProcessTable): void {
  try {
    const broken = brokenLimit(launch.members.seen(table), limits);
    if (broken) void launch.breakOff(broken);
  } catch {
    // As above.
  }
}

function brokenLimit(
  members: readonly ProcessEntry[],
  limits: LaunchLimits,
): "memory" | "processes" | undefined {
  if (sum(members.map((entry) => entry.threads)) > limits.processes) return "processes";
  const resident = sum(members.map((entry) => entry.residentBytes));
  if (resident <= limits.memoryBytes) return undefined;
  // Shared pages are counted once per process above: look closer before ending a bot for them.
  return sum(members.map((entry) => readProportionalBytes(entry.pid))) > limits.memoryBytes
    ? "memory"
    : undefined;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
