import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { type CgroupPlace, countedOutside } from "../src/executors/process/cgroups/cgroup.ts";
import type { Launch, LaunchRecord } from "../src/index.ts";
import { createProcessExecutor } from "../src/process.ts";
import {
  offeredIsolations,
  openWorkshop,
  printed,
  textOf,
  until,
  type Workshop,
  whyNoGroups,
} from "./workshop.ts";

// `e2e/own-kernel.test.ts` runs this file with version 2, where the platform finds its groups in several ways.
const obstacle = whyNoGroups();
const limits = { memoryBytes: 64 << 20, processes: 20, cpus: 0.2, openFiles: 64 };
const killedForMemory = {
  limit: { name: "memory", used: expect.any(Number), allowed: limits.memoryBytes },
};

const tmpfs = 0x0102_1994;

/** Returns the group of a launch that has the control files of a controller. */
function groupOf(launch: Launch, controller: "cpu" | "memory" | "pids"): string {
  const place: CgroupPlace = JSON.parse(readFileSync(join(launch.record.dir, "process"), "utf8"));
  return "cgroup" in place ? place.cgroup : place.cgroups[controller];
}

if (obstacle !== undefined) test("a bot in a cgroup", ({ skip }) => skip(obstacle));
else
  describe.each(await offeredIsolations())("a bot in a cgroup, in isolation %s", (isolation) => {
    let workshop: Workshop;
    beforeEach(async () => {
      workshop = await openWorkshop(isolation);
    });
    afterEach(() => workshop.close());

    it("that exceeds its memory is killed by the kernel, and the reason names what it used and the limit", async () => {
      expect(workshop.executor.describe()).toMatchObject({ isolation, limits: "cgroup" });
      const launch = await workshop.start("head -c 300000000 /dev/zero | tail; sleep 1000", { limits });
      const groups = (["cpu", "memory", "pids"] as const).map((controller) => groupOf(launch, controller));
      const end = await launch.ended;
      expect(end).toMatchObject(killedForMemory);
      expect(end.limit?.used).toBeGreaterThan(0.9 * limits.memoryBytes);
      expect(groups.filter(existsSync)).toEqual([]);
    });

    it("whose child exceeds its memory is killed with all its processes", async () => {
      const launch = await workshop.start("(tail /dev/zero) & while :; do sleep 1; done", { limits });
      expect(await launch.ended).toMatchObject(killedForMemory);
    });

    it("may fill the cache of files beyond its memory limit, and stays", async ({ skip }) => {
      skip(statfsSync(workshop.root).type === tmpfs, "its files are in memory");
      const fill =
        'head -c 200000000 /dev/zero >"$TMPDIR/x"; cat "$TMPDIR/x" >/dev/null; echo filled; sleep 1000';
      const launch = await workshop.start(fill, { limits });
      await printed(launch, "filled");
      expect((await launch.usage())?.memoryBytes).toBeLessThan(limits.memoryBytes / 2);
      const counted = launch.counters()!.memoryBytes;
      expect(counted).toBeGreaterThan(0);
      expect(counted).toBeLessThan(limits.memoryBytes / 2);
    });

    it("is refused more processes than it may have, continues, and is shown to have that many", async () => {
      const fork = `exec perl -e '$| = 1; for (1..60) { my $pid = fork; $refused++ unless defined $pid; sleep 1000 if defined $pid && !$pid } print "refused $refused\\n"; sleep 1000'`;
      const launch = await workshop.start(fork, { limits });
      const refused = Number(/refused (\d+)/.exec(await printed(launch, "refused"))?.[1]);
      // A sandbox has a first process of its own.
      expect(60 - refused).toBe(limits.processes - (isolation === "bubblewrap" ? 2 : 1));
      expect(await launch.usage()).toMatchObject({ processes: limits.processes });
      const most = Number(textOf(join(groupOf(launch, "pids"), "pids.max")));
      expect(most).toBe(limits.processes - countedOutside(isolation));
    });

    it("gets its share of the processor from the kernel", async () => {
      const launch = await workshop.start("while :; do :; done", { limits });
      const stat = join(groupOf(launch, "cpu"), "cpu.stat");
      await until(
        "the kernel to hold it up",
        () => Number(/^nr_throttled (\d+)/m.exec(textOf(stat))?.[1]) >= 5,
      );
    });

    it("is killed with all that it started by a platform that has taken it over, and its group is removed", async () => {
      const launch = await workshop.start("trap '' TERM; setsid sleep 1000 & echo ready; sleep 1000", {
        limits,
      });
      await printed(launch, "ready");
      const next = await createProcessExecutor({ dir: join(workshop.root, "executor"), isolation });
      const adopted = await next.adopt(launch.record);
      const group = groupOf(launch, "memory");
      expect(existsSync(group)).toBe(true);
      await adopted?.kill();
      expect(existsSync(group)).toBe(false);
    });

    it("is killed for its memory after its platform was killed, and a bot without a group still runs", async () => {
      const options = { dir: join(workshop.root, "executor"), isolation };
      const grouped = workshop.spec(
        "(until [ -e $TMPDIR/go ]; do sleep 0.1; done; tail /dev/zero) & echo ready; wait; sleep 1000",
        { limits },
      );
      const ungrouped = workshop.spec("echo ready; sleep 1000");
      const records = [
        await startedByKilled({ options, spec: grouped }),
        await startedByKilled({ options, spec: ungrouped, groups: false }),
      ];
      const next = await createProcessExecutor(options);
      const [killed, watched] = await Promise.all(records.map((record) => next.adopt(record)));
      await Promise.all([printed(killed!, "ready"), printed(watched!, "ready")]);
      expect(await watched?.usage()).toMatchObject({
        processes: expect.any(Number),
        limits: ungrouped.limits,
      });
      writeFileSync(join(grouped.dir, "tmp", "go"), "");
      expect(await killed?.ended).toMatchObject(killedForMemory);
      expect(await watched?.kill()).toMatchObject({ signal: "SIGKILL" });
    });
  });

/** Starts a bot from another process, and kills that process. */
async function startedByKilled(platform: object): Promise<LaunchRecord> {
  const args = [...process.execArgv, join(import.meta.dirname, "platform.ts"), JSON.stringify(platform)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  return JSON.parse(String(line));
}
