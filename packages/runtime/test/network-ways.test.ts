import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { ways } from "../../border/test/ways.ts";
import { expectWay, openWaysWorld } from "../../border/test/ways-world.ts";
import type { World } from "../../border/test/world/world.ts";
import { offeredIsolations } from "./workshop.ts";

const offered = (await offeredIsolations()).filter((isolation) => isolation !== "none");
const isRoot = process.getuid?.() === 0;
const forms = offered.map((isolation) => ({ form: `in isolation ${isolation}`, prefix: [], isolation }));
/** A user without rights over the machine. Its files are still those of this user. */
const asUser = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];
const rootless = { form: "in isolation bubblewrap without root", prefix: asUser, isolation: "bubblewrap" };

describe.each(isRoot ? [...forms, rootless] : forms)("a bot $form", ({ prefix, isolation }) => {
  let world: World;
  beforeAll(async () => {
    const bots = join(import.meta.dirname, "network-bots.ts");
    world = await openWaysWorld([...prefix, process.execPath, bots, isolation]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(ways)("$is: $title", (way) => expectWay(world, way));
});
