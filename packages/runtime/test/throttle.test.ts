import { expect, test } from "vitest";
import { CpuTime } from "../src/executors/process/cpu/cpu-time.ts";
import type { Pauser } from "../src/executors/process/cpu/pauser.ts";
import { Throttle } from "../src/executors/process/cpu/throttle.ts";
import type { ProcessEntry } from "../src/executors/process/members/process-entry.ts";

const entry = (pid: number, changes: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  ppid: 1,
  session: 1,
  startTime: "1000",
  ended: false,
  stopped: false,
  ownTicks: 0,
  childTicks: 0,
  threads: 1,
  hasMemory: true,
  residentBytes: 0,
  ...changes,
});

/** Simulates a bot with one process that uses the share of a core that `appetite` returns, except in pauses. */
function simulate(cpus: number, seconds: number, appetite: (second: number) => number) {
  let pausedUntil = 0;
  let now = 0;
  const pauses: { at: number; seconds: number }[] = [];
  const pauser = {
    pause: (_: unknown, length: number) => {
      pauses.push({ at: now / 1000, seconds: length });
      pausedUntil = now + length * 1000;
    },
    resume() {},
  } as unknown as Pauser;
  const throttle = new Throttle(cpus, pauser, false);
  let used = 0;
  let farLook = 0;
  let closeLooks = 0;
  for (; now < seconds * 1000; now++) {
    const stopped = now < pausedUntil;
    if (!stopped) used += appetite(now / 1000);
    const isFar = now >= farLook;
    if (!isFar && now < (throttle.nextCloseLook ?? Number.POSITIVE_INFINITY)) continue;
    if (isFar) farLook = now + 250;
    else closeLooks++;
    throttle.look([entry(7, { ownTicks: Math.floor(used / 10), stopped })], now);
  }
  return { used: used / 1000, pauses, closeLooks };
}

test("a busy bot uses exactly its share and the saved second, with pauses of 0.2 to 10 seconds", () => {
  for (const cpus of [0.02, 0.1, 0.5, 0.9]) {
    const { used, pauses } = simulate(cpus, 100, () => 1);
    // At the end it owes no more than one pause.
    expect(used).toBeGreaterThan(1 + 100 * cpus - 0.01);
    expect(used).toBeLessThan(1 + 100 * cpus + 0.3);
    for (const pause of pauses) expect(pause.seconds).toBeGreaterThanOrEqual(0.2);
    for (const pause of pauses) expect(pause.seconds).toBeLessThanOrEqual(10);
  }
});

test("a bot within its limit is not paused or looked at closely, and may exceed the limit for a moment", () => {
  expect(simulate(0.5, 20, () => 0.4)).toMatchObject({ pauses: [], closeLooks: 0 });
  expect(simulate(0.5, 20, () => 0)).toMatchObject({ pauses: [], closeLooks: 0 });
  expect(simulate(0.5, 20, (second) => (second % 10 < 1.5 ? 1 : 0)).pauses).toEqual([]);
});

test("CPU time counts once, also when a parent collects an ended child", () => {
  const table = new Map<number, ProcessEntry>();
  const time = new CpuTime((pid) => table.get(pid));
  time.take([entry(1), entry(2, { ownTicks: 300 })]);
  // The child ends after ten more ticks, and stays in the table until its parent collects it.
  table.set(2, entry(2, { ownTicks: 310, ended: true }));
  expect(time.take([entry(1)])).toBe(0.1);
  expect(time.alive.map(({ pid }) => pid)).toEqual([1]);
  table.delete(2);
  expect(time.take([entry(1, { childTicks: 310 })])).toBe(0);
  // Another child started and ended between two samples, and a pid was reused.
  expect(time.take([entry(1, { childTicks: 330 })])).toBe(0.2);
  expect(time.take([entry(1, { startTime: "2000", ownTicks: 5 })])).toBe(0.05);
});
