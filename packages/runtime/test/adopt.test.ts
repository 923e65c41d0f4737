import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, signal } from "../src/executors/process/members/identity.ts";
import type { LaunchRecord, LaunchSpec } from "../src/index.ts";
import { killedPlatform } from "./killed-platform.ts";
import { processesNamed } from "./processes.ts";
import { offeredIsolations, openWorkshop, textOf, until, type Workshop } from "./workshop.ts";

describe.each(await offeredIsolations())("a bot whose platform was killed, in isolation %s", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(() => workshop.close());

  const killed = (spec: LaunchSpec, when: (record: LaunchRecord) => Promise<unknown>) =>
    killedPlatform(workshop, isolation, { spec, when });

  const output = (spec: LaunchSpec) => textOf(join(spec.dir, "stdout"));
  const saysReady = (spec: LaunchSpec) => () =>
    until("the bot to be ready", () => output(spec).includes("ready\n"));
  const endOnRecord = (spec: LaunchSpec) =>
    until("the end on record", () => textOf(join(spec.dir, "status")).includes("exit-code"));
  const waitsForGo = 'echo ready; while [ ! -e "$STATE_DIR/go" ]; do sleep 0.01; done';
  const go = (spec: LaunchSpec) => mkdirSync(join(spec.stateDir, "go"));
  const sleeper = "trap 'echo bye; exit 6' TERM; echo ready; while :; do echo tick; sleep 0.02; done";

  it("keeps running, and can be stopped as usual", async () => {
    const spec = workshop.spec(sleeper);
    const record = await killed(spec, saysReady(spec));
    const before = output(spec).length;
    await until("the bot to print on", () => output(spec).length > before + 20);
    const launch = await workshop.executor.adopt(record);
    expect(launch?.record.process).toEqual(record.process);
    expect(launch?.hasEnded).toBe(false);
    expect(await launch?.stop(10_000)).toMatchObject({ code: 6 });
    expect(output(spec)).toMatch(/bye\n$/);
  });

  it("has its end noticed at once after it was adopted", async () => {
    const spec = workshop.spec(`${waitsForGo}; date +%s%N >"$STATE_DIR/end"; exit 9`);
    const record = await killed(spec, saysReady(spec));
    const launch = await workshop.executor.adopt(record);
    const ended = launch?.ended.then((exit) => ({ exit, at: Date.now() }));
    go(spec);
    const end = await ended;
    expect(end?.exit).toMatchObject({ code: 9 });
    expect(end && end.at - Number(textOf(join(spec.stateDir, "end"))) / 1e6).toBeLessThan(2_000);
  });

  it("has its exit status recorded if it ends while no platform runs", async () => {
    const spec = workshop.spec(`${waitsForGo}; exit 8`);
    const record = await killed(spec, saysReady(spec));
    go(spec);
    await endOnRecord(spec);
    const launch = await workshop.executor.adopt(record);
    expect(launch?.hasEnded).toBe(true);
    expect(await launch?.ended).toMatchObject({ code: 8 });
    const again = await workshop.executor.adopt(record);
    expect(await again?.ended).toEqual(await launch?.ended);
  });

  it("is found if the platform was killed before it recorded the reaper", async () => {
    const spec = workshop.spec(sleeper);
    const { process: reaper, ...record } = await killed(spec, saysReady(spec));
    rmSync(join(spec.dir, "process"));
    const launch = await workshop.executor.adopt(record);
    expect(launch?.record.process).toEqual(reaper);
    expect(await launch?.stop(10_000)).toMatchObject({ code: 6 });
  });

  it("is found if it starts only while it is being adopted", async () => {
    const spec = workshop.spec("exit 11");
    mkdirSync(spec.dir, { recursive: true });
    writeFileSync(join(spec.dir, "status"), "");
    const adopting = workshop.executor.adopt({ id: spec.id, dir: spec.dir, engine: "process", isolation });
    await workshop.executor.spawnBare(spec, await workshop.executor.prepare(spec));
    const launch = await adopting;
    expect(await launch?.ended).toMatchObject({ code: 11 });
  });

  it("leaves no processes running when it is adopted after it ended", async () => {
    const nap = `sleep ${1_000_000 + Math.floor(Math.random() * 1_000_000)}`;
    const spec = workshop.spec(`setsid ${nap} & (setsid ${nap} &) ; ${waitsForGo}; exit 2`);
    const record = await killed(spec, saysReady(spec));
    await until("both processes to run", () => processesNamed(nap).length === 2);
    go(spec);
    await endOnRecord(spec);
    expect(processesNamed(nap)).toHaveLength(2);
    const launch = await workshop.executor.adopt(record);
    expect(await launch?.ended).toMatchObject({ code: 2 });
    expect(processesNamed(nap)).toEqual([]);
  });

  it("has ended with unknown exit status if its reaper was killed as well", async () => {
    const nap = `sleep ${1_000_000 + Math.floor(Math.random() * 1_000_000)}`;
    const spec = workshop.spec(`echo ready; ${nap}`);
    const record = await killed(spec, saysReady(spec));
    process.kill(record.process?.pid ?? 0, "SIGKILL");
    const launch = await workshop.executor.adopt(record);
    const exit = await launch?.ended;
    expect(exit).toEqual({ endedAt: expect.any(Date) });
    expect(processesNamed(nap)).toEqual([]);
  });

  it("is not found if it was never started", async () => {
    const spec = workshop.spec("exit 0");
    const record = { id: spec.id, dir: spec.dir, engine: "process", isolation };
    expect(await workshop.executor.adopt(record)).toBeUndefined();
  });
});

describe("the identity of a process", () => {
  it("differs from that of a later process with the same pid, which gets no signal", () => {
    const { bootId, pid, startTime } = ownIdentity();
    expect(isAlive({ bootId, pid, startTime })).toBe(true);
    expect(isAlive({ bootId, pid, startTime: `${Number(startTime) - 1}` })).toBe(false);
    expect(isAlive({ bootId: "an earlier start of the machine", pid, startTime })).toBe(false);
    let told = 0;
    process.once("SIGUSR2", () => told++);
    expect(signal({ bootId, pid, startTime: `${Number(startTime) - 1}` }, "SIGUSR2")).toBe(false);
    expect(told).toBe(0);
  });

  it("differs from that of another program with the pid of a dead reaper, whose processes are not killed", async () => {
    const workshop = await openWorkshop("none");
    const stranger = spawn("sh", ["-c", "sleep 1000 & wait"], { detached: true, stdio: "ignore" });
    const pid = stranger.pid ?? 0;
    const startTime = textOf(`/proc/${pid}/stat`).split(" ")[21] ?? "";
    for (const process of [
      { ...ownIdentity(), pid, startTime: `${Number(startTime) - 100}` },
      { bootId: "an earlier start of the machine", pid, startTime },
    ]) {
      const spec = workshop.spec("exit 0");
      mkdirSync(spec.dir, { recursive: true });
      writeFileSync(join(spec.dir, "status"), `{"child-pid": ${pid}}\n`);
      const record = { id: spec.id, dir: spec.dir, engine: "process", isolation: "none", process };
      const launch = await workshop.executor.adopt(record);
      expect(await launch?.ended).toEqual({ endedAt: expect.any(Date) });
      expect(textOf(`/proc/${pid}/stat`).split(" ")[2]).toMatch(/^[RSD]$/);
    }
    process.kill(-pid, "SIGKILL");
    await workshop.close();
  });
});

function ownIdentity() {
  const stat = textOf("/proc/self/stat");
  const startTime = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  return { bootId: textOf("/proc/sys/kernel/random/boot_id").trim(), pid: process.pid, startTime };
}
