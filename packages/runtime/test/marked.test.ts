import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaunchMark, LaunchSpec } from "../src/index.ts";
import { processesNamed } from "./processes.ts";
import { offeredIsolations, openWorkshop, printed, textOf, until, type Workshop } from "./workshop.ts";

describe.each(await offeredIsolations())("a bot whose folder is gone, in isolation %s", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(async () => {
    const left = await workshop.executor.marked((mark) => mark.dataFolder === dataFolder);
    await Promise.all(left.map(({ launch }) => launch.kill()));
    await workshop.close();
  });

  const dataFolder = `folder_${randomUUID()}`;
  const nap = () => `sleep ${1_000_000 + Math.floor(Math.random() * 1_000_000)}`;
  const ofLaunch =
    ({ id }: LaunchSpec) =>
    ({ launchId }: LaunchMark) =>
      launchId === id;

  /** Starts a bot of which no platform process knows, and removes its folder as soon as it has printed `ready`. */
  async function orphaned(program: string): Promise<LaunchSpec & { reaper: number }> {
    const spec = workshop.spec(program, { dataFolder });
    const reaper = await workshop.executor.spawnBare(spec, await workshop.executor.prepare(spec));
    await until("the bot to be ready", () => textOf(join(spec.dir, "stdout")).includes("ready\n"));
    rmSync(spec.dir, { recursive: true });
    return { ...spec, reaper: reaper.pid ?? 0 };
  }

  it("is found by the next platform process, which stops it as usual", async () => {
    const sleep = nap();
    const spec = await orphaned(
      `trap 'echo bye >"$STATE_DIR/bye"; kill %1; exit 6' TERM; ${sleep} & echo ready; wait`,
    );
    const found = await workshop.executor.marked(ofLaunch(spec));
    expect(found.map(({ mark }) => mark)).toEqual([{ launchId: spec.id, botId: spec.botId, dataFolder }]);
    await found[0]?.launch.stop(30_000);
    expect(textOf(join(spec.stateDir, "bye"))).toBe("bye\n");
    expect(processesNamed(sleep)).toEqual([]);
  });

  it("has no process left when it ignores SIGTERM and spreads over sessions", async () => {
    const sleep = nap();
    const spec = await orphaned(`trap '' TERM; setsid ${sleep} & (setsid ${sleep} &) ; echo ready; ${sleep}`);
    await until("all three to run", () => processesNamed(sleep).length >= 3);
    const [found] = await workshop.executor.marked(ofLaunch(spec));
    await found?.launch.stop(100);
    expect(processesNamed(sleep)).toEqual([]);
    expect(await workshop.executor.marked(ofLaunch(spec))).toEqual([]);
  });

  it("has no process left if its reaper was killed as well", async () => {
    const sleep = nap();
    const spec = await orphaned(`${sleep} & echo ready; wait`);
    await until("it to run", () => processesNamed(sleep).length > 0);
    process.kill(spec.reaper, "SIGKILL");
    const [found] = await workshop.executor.marked(ofLaunch(spec));
    await found?.launch.kill();
    expect(processesNamed(sleep)).toEqual([]);
  });

  it("is not touched when it belongs to another platform", async () => {
    const sleep = nap();
    const spec = await orphaned(`${sleep} & echo ready; wait`);
    await until("it to run", () => processesNamed(sleep).length > 0);
    const marks: LaunchMark[] = [];
    const found = await workshop.executor.marked((mark) => {
      marks.push(mark);
      return mark.dataFolder === "folder_of_another";
    });
    expect(found).toEqual([]);
    expect(marks).toContainEqual({ launchId: spec.id, botId: spec.botId, dataFolder });
    expect(processesNamed(sleep).length).toBeGreaterThan(0);
  });

  it("is stopped as usual by the platform process that started it", async () => {
    const spec = workshop.spec(
      `trap 'echo bye >"$STATE_DIR/bye"; exit 6' TERM; echo ready; while :; do sleep 0.02; done`,
    );
    const launch = await workshop.executor.launch(spec);
    await printed(launch, "ready");
    rmSync(spec.dir, { recursive: true });
    await launch.stop(30_000);
    expect(textOf(join(spec.stateDir, "bye"))).toBe("bye\n");
  });

  it("sees its marks only outside of a sandbox", async () => {
    const launch = await workshop.start(`env; echo ready; sleep 1000`, { dataFolder });
    const output = await printed(launch, "ready");
    expect(output.includes("BOTYARD_")).toBe(isolation !== "bubblewrap");
    await launch.kill();
  });
});
