import { setTimeout as delay } from "node:timers/promises";
import type { LaunchLimits, LaunchUsage } from "../../executor.ts";
import type { Cgroup } from "./cgroups/cgroup.ts";
import { CpuTime } from "./cpu/cpu-time.ts";
import type { Members } from "./members/members.ts";
import { type ProcessEntry, readProportional } from "./members/process-entry.ts";
import { freshTable } from "./members/process-table.ts";

/** Shortest time over which the use of the processor is measured. */
const shortestMs = 500;
/** A sample that is older says nothing about the present. */
const longestMs = 30_000;

interface Sample {
  at: number;
  /** Processor seconds used by then. */
  cpuSeconds: number;
  memoryBytes: number | undefined;
  processes: number;
}

/** Measures what a launch uses. Costs nothing while nobody asks. */
export class UsageMeter {
  readonly #take: () => Promise<Sample>;
  #last: Sample | undefined;
  #current: Promise<LaunchUsage> | undefined;

  /** `outside`: processes that count and are not in the group. */
  constructor(members: Members, cgroup: Cgroup | undefined, outside: number) {
    const time = new CpuTime();
    let cpuSeconds = 0;
    this.#take = async () => {
      const seen = members.seen(await freshTable());
      cpuSeconds += time.take(seen);
      const at = performance.now();
      const grouped = cgroup?.usage;
      const used = grouped && { ...grouped, processes: Math.max(0, grouped.processes + outside) };
      return { at, cpuSeconds, ...(used ?? usedBy(seen)) };
    };
  }

  /** Calls at the same time share one measurement. */
  measure(limits: LaunchLimits | undefined): Promise<LaunchUsage> {
    this.#current ??= this.#measure(limits).finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  async #measure(limits: LaunchLimits | undefined): Promise<LaunchUsage> {
    const age = performance.now() - (this.#last?.at ?? 0);
    const before = this.#last && age < longestMs ? this.#last : await this.#take();
    const left = before.at + shortestMs - performance.now();
    if (left > 0) await delay(left, undefined, { ref: false });
    const now = await this.#take();
    this.#last = now;
    return {
      ...(now.memoryBytes !== undefined && { memoryBytes: now.memoryBytes }),
      cpus: Math.max(0, now.cpuSeconds - before.cpuSeconds) / ((now.at - before.at) / 1000),
      processes: now.processes,
      ...(limits && { limits }),
    };
  }
}

function usedBy(members: readonly ProcessEntry[]): Pick<Sample, "memoryBytes" | "processes"> {
  let memoryBytes: number | undefined = 0;
  let processes = 0;
  for (const { pid, threads, hasMemory } of members) {
    processes += threads;
    const bytes = hasMemory ? readProportional(pid).all : 0;
    // The size of another user's process cannot be read.
    if (hasMemory && bytes === 0) memoryBytes = undefined;
    if (memoryBytes !== undefined) memoryBytes += bytes;
  }
  return { memoryBytes, processes };
}
