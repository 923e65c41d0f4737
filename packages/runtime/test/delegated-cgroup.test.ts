import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { Delegation } from "../src/executors/process/delegation.ts";
import { createProcessExecutor } from "../src/process.ts";
import { offeredIsolations, openWorkshop, printed, textOf, until, type Workshop } from "./workshop.ts";

/** Returns why no cgroup is delegated to this process. `e2e/own-kernel.test.ts` runs this file where one is. */
function whyNotDelegated(): string | undefined {
  try {
    new Delegation();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const obstacle = whyNotDelegated();
const limits = { memoryBytes: 64 << 20, processes: 20, cpus: 0.2, openFiles: 64 };
const killedForMemory = {
  limit: { name: "memory", used: expect.any(Number), allowed: limits.memoryBytes },
};

if (obstacle !== undefined) test("a bot in a delegated cgroup", ({ skip }) => skip(obstacle));
else
  describe.each(await offeredIsolations())("a bot in a delegated cgroup, in isolation %s", (isolation) => {
    let workshop: Workshop;
    beforeEach(async () => {
      workshop = await openWorkshop(isolation);
    });
    afterEach(() => workshop.close());
    const group = (id: string) => new Delegation().pathOf(id);

    it("that exceeds its memory is killed by the kernel, and the reason names what it used and the limit", async () => {
      expect(workshop.executor.describe()).toMatchObject({ isolation, limits: "cgroup" });
      const launch = await workshop.start("head -c 300000000 /dev/zero | tail; echo survived", { limits });
      const end = await launch.ended;
      expect(end).toMatchObject(killedForMemory);
      expect(end.limit?.used).toBeGreaterThan(0.9 * limits.memoryBytes);
      expect(textOf(launch.files.stdout)).toBe("");
      expect(existsSync(group(launch.record.id))).toBe(false);
    });

    it("that fills shared memory that no process has attached is killed as well", async () => {
      const fill = `perl -e 'while (1) { shmwrite(shmget(0, 8 << 20, 01600), "x" x (8 << 20), 0, 8 << 20) or die }'`;
      const launch = await workshop.start(fill, { limits });
      expect(await launch.ended).toMatchObject(killedForMemory);
    });

    it("is refused more processes than it may have, continues, and is shown to have that many", async () => {
      const fork = `exec perl -e '$| = 1; for (1..60) { my $pid = fork; $refused++ unless defined $pid; sleep 1000 if defined $pid && !$pid } print "refused $refused\\n"; sleep 1000'`;
      const launch = await workshop.start(fork, { limits });
      const refused = Number(/refused (\d+)/.exec(await printed(launch, "refused"))?.[1]);
      // A sandbox has a first process of its own.
      expect(60 - refused).toBe(limits.processes - (isolation === "bubblewrap" ? 2 : 1));
      expect(await launch.usage()).toMatchObject({ processes: limits.processes });
    });

    it("gets its share of the processor from the kernel", async () => {
      const launch = await workshop.start("while :; do :; done", { limits });
      const stat = join(group(launch.record.id), "cpu.stat");
      await until(
        "the kernel to hold it up",
        () => Number(/^nr_throttled (\d+)/m.exec(textOf(stat))?.[1]) >= 5,
      );
      expect(textOf(join(group(launch.record.id), "cpu.max"))).toBe("20000 100000\n");
    });

    it("is killed with all that it started by a platform that has taken it over, and its group is removed", async () => {
      const launch = await workshop.start("trap '' TERM; setsid sleep 1000 & echo ready; sleep 1000", {
        limits,
      });
      await printed(launch, "ready");
      const next = await createProcessExecutor({ dir: join(workshop.root, "executor"), isolation });
      const adopted = await next.adopt(launch.record);
      expect(existsSync(group(launch.record.id))).toBe(true);
      await adopted?.kill();
      expect(existsSync(group(launch.record.id))).toBe(false);
    });
  });
