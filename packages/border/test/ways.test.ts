import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOf } from "./escape-attempts.ts";
import { names, ways } from "./ways.ts";
import { expectWay, openWaysWorld } from "./ways-world.ts";
import { describeInWorld, type World } from "./world/world.ts";

describeInWorld("ways out of a network with a list", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWaysWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(ways)("$is: $title", (way) => expectWay(world, way));

  test("docs/reference/escape-attempts.md lists all of these ways", async () => {
    await expect(pageOf(ways)).toMatchFileSnapshot("../../../docs/reference/escape-attempts.md");
  });

  test("no question for a name that is not listed has left", async () => {
    expect((await world.asked()).filter((one) => one.includes(names.other))).toEqual([]);
  });
});
