import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { node, offeredIsolations, openWorkshop, printed, type Workshop, withoutGroups } from "./workshop.ts";

const mib = 1024 * 1024;
const busy = `
  // A constant that is not used any more could be freed while the loop runs.
  globalThis.held = Buffer.alloc(${64 * mib}, 1);
  console.log("held", held.length);
  const until = Date.now() + 60_000;
  while (Date.now() < until);
`;

const isolations = await offeredIsolations();
const places = [
  ["by its group, if it has one", undefined],
  ["by its processes", withoutGroups],
] as const;
const cases = isolations.flatMap((isolation) => places.map((place) => [isolation, ...place] as const));

describe.each(cases)("the use of a bot in isolation %s, measured %s", (isolation, _, surroundings) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation, surroundings);
  });
  afterAll(() => workshop.close());

  it("is what its processes use, and unknown once it has ended", async () => {
    const idle = await workshop.start("echo ready; exec sleep 60");
    const launch = await workshop.start(busy, { runtime: node });
    await Promise.all([printed(idle, "ready"), printed(launch, "held")]);
    const [rest, work] = await Promise.all([idle.usage(), launch.usage()]);
    expect(work?.memoryBytes).toBeGreaterThan(64 * mib);
    expect(work?.memoryBytes).toBeLessThan(work?.limits?.memoryBytes ?? 0);
    expect(work?.cpus).toBeGreaterThan(0.05);
    expect(work?.processes).toBeGreaterThan(1);
    expect(rest?.memoryBytes).toBeLessThan(16 * mib);
    expect(rest?.cpus).toBeLessThan(0.05);
    // A sandbox has a first process of its own, which counts towards the limit too.
    expect(rest?.processes).toBe(isolation === "bubblewrap" ? 2 : 1);
    if (surroundings === withoutGroups) expect(launch.counters()).toBeUndefined();
    await Promise.all([idle.kill(), launch.kill()]);
    expect(await launch.usage()).toBeUndefined();
    expect(launch.counters()).toBeUndefined();
  });
});
