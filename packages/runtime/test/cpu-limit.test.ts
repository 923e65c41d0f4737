import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readProcess } from "../src/executors/process/members/process-entry.ts";
import type { LaunchRecord } from "../src/index.ts";
import { processesNamed } from "./processes.ts";
import {
  offeredIsolations,
  openWorkshop,
  printed,
  textOf,
  until,
  type Workshop,
  withoutGroups,
} from "./workshop.ts";

const limits = { memoryBytes: 512 << 20, processes: 64, cpus: 0.1, openFiles: 256 };
/** Time limit in seconds: on a busy machine it takes long to use a second of CPU time. */
const busySeconds = 120;
const spinning = (name: string) => `sh -c 'while :; do :; done' ${name} &`;

const isStopped = (pid: number) => readProcess(pid)?.stopped === true;
const cpuSeconds = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + (readProcess(pid)?.ownTicks ?? 0), 0) / 100;

/** Returns the pids of `count` spinning processes once the first of them is paused. */
async function heldUp(name: string, count: number): Promise<number[]> {
  const pids = await until("the bot to begin", () => {
    const found = processesNamed(name);
    return found.length === count && found;
  });
  return until("the bot to be paused", () => pids.some(isStopped) && pids, busySeconds);
}

/**
 * Waits for the next pause and its end, and returns the CPU seconds used before it. A share is measured between two such
 * moments: in between, on a busy machine, the processes may run for long before they are paused for as much longer.
 */
async function usedWhenResumed(pids: number[]): Promise<number> {
  await until("the bot to be paused", () => pids.every(isStopped), busySeconds);
  const used = cpuSeconds(pids);
  await until("the bot to be resumed", () => cpuSeconds(pids) > used, busySeconds);
  return used;
}

describe.each(await offeredIsolations())(
  "the CPU time of a bot without a cgroup, in isolation %s",
  { timeout: 2_500 * busySeconds },
  (isolation) => {
    let workshop: Workshop;
    beforeAll(async () => {
      workshop = await openWorkshop(isolation, withoutGroups);
    });
    afterAll(() => workshop.close());

    it.concurrent("stays within its limit with several busy processes, and reaches the limit", async () => {
      const name = `spin-${randomUUID()}`;
      const stopsItself = `sh -c 'trap "echo woken" CONT; kill -STOP $$' &`;
      const launch = await workshop.start(`${stopsItself} ${spinning(name)} ${spinning(name)} wait`, {
        limits,
      });
      const pids = await heldUp(name, 2);
      const [used, started] = [await usedWhenResumed(pids), performance.now()];
      await until("the bot to get its share", () => cpuSeconds(pids) > used + 1, busySeconds);
      const share = ((await usedWhenResumed(pids)) - used) / ((performance.now() - started) / 1000);
      expect(share).toBeLessThan(0.25);
      // A process that had stopped itself was not resumed after any of the pauses.
      expect(textOf(launch.files.stdout)).toBe("");
    });

    it.concurrent("is not limited once it gets SIGTERM, even in a long pause", async () => {
      const name = `spin-${randomUUID()}`;
      const launch = await workshop.start(`trap 'echo bye; exit 6' TERM; ${spinning(name)} wait; wait`, {
        limits: { ...limits, cpus: 0.001 },
      });
      await heldUp(name, 1);
      const asked = performance.now();
      expect(await launch.stop(10_000)).toMatchObject({ code: 6 });
      // At this limit a pause that nothing ends lasts ten seconds.
      expect(performance.now() - asked).toBeLessThan(5_000);
      expect(textOf(launch.files.stdout)).toBe("bye\n");
    });

    it.concurrent("is no longer limited soon after the platform was killed during a pause", async () => {
      const name = `spin-${randomUUID()}`;
      const spec = workshop.spec(`${spinning(name)} wait`, { limits: { ...limits, cpus: 0.02 } });
      const options = { dir: join(workshop.root, "executor"), isolation };
      const platform = spawn(
        process.execPath,
        [
          ...process.execArgv,
          join(import.meta.dirname, "platform.ts"),
          JSON.stringify({ options, spec, groups: false }),
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      const [line] = await once(platform.stdout, "data");
      const pids = await heldUp(name, 1);
      platform.kill("SIGKILL");
      await once(platform, "exit");
      expect(pids.some(isStopped)).toBe(true);
      const died = performance.now();
      await until("the bot to go on", () => !pids.some(isStopped));
      expect(performance.now() - died).toBeLessThan(10_500);
      const used = cpuSeconds(pids);
      await until("the bot to work", () => cpuSeconds(pids) > used + 0.05);
      const launch = await workshop.executor.adopt(JSON.parse(String(line)) as LaunchRecord);
      await launch?.kill();
      expect(pids.map(readProcess).filter((entry) => entry && !entry.ended)).toEqual([]);
    });

    it.concurrent("is restored by the next platform if nothing else ends the pause", async () => {
      const name = `nap-${randomUUID()}`;
      const launch = await workshop.start(`sh -c 'while :; do echo tick; sleep 0.02; done' ${name} & wait`, {
        limits,
      });
      await printed(launch, "tick");
      const pid = await until("the bot to begin", () => processesNamed(name)[0]);
      process.kill(pid, "SIGSTOP");
      await until("the bot to be stopped", () => isStopped(pid));
      const before = textOf(launch.files.stdout).length;
      await workshop.executor.adopt(launch.record);
      await until("the bot to go on", () => textOf(launch.files.stdout).length > before + 20);
    });

    it.concurrent("is never limited by a pause while it is below the limit", async () => {
      const launch = await workshop.start(
        "trap 'echo was stopped' CONT; echo ready; for i in $(seq 30); do sleep 0.1; done; echo over",
        { limits },
      );
      await printed(launch, "over\n");
      expect(textOf(launch.files.stdout)).toBe("ready\nover\n");
    });
  },
);
