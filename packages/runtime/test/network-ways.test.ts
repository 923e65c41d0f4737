import { join } from "node:path";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { names, ways } from "../../border/test/ways.ts";
import { expectWay, openWaysWorld } from "../../border/test/ways-world.ts";
import { describeInWorld, type World } from "../../border/test/world/world.ts";
import { isolationsWithNetworks } from "./workshop.ts";

const offered = await isolationsWithNetworks();
const forms = offered.map((isolation) => ({ form: `in isolation ${isolation}`, prefix: [], isolation }));
const trader = `
import time, urllib.request
while True:
    try: urllib.request.urlopen("http://${names.listed}:8080/order", timeout=2).read()
    except OSError: pass
    time.sleep(0.05)
`;
/** A user without rights over the machine. Its files are still those of this user. */
const asUser = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];
const rootless = { form: "in isolation bubblewrap without root", prefix: asUser, isolation: "bubblewrap" };

describeInWorld("a network with a list", () => {
  describe.each(process.getuid?.() === 0 ? [...forms, rootless] : [rootless])(
    "$form",
    ({ prefix, isolation }) => {
      let world: World;
      beforeAll(async () => {
        const bots = join(import.meta.dirname, "network-bots.ts");
        world = await openWaysWorld([...prefix, process.execPath, bots, isolation]);
      });
      afterAll(() => world[Symbol.asyncDispose]());

      test.each(ways)("$is: $title", (way) => expectWay(world, way));

      test("goes on for running bots when the border is killed", async () => {
        await world.start("bot", ["python3", "-c", trader]);
        const orders = async () => (await world.heard()).filter(({ text }) => text.includes("order")).length;
        await vi.waitUntil(async () => (await orders()) > 0, { timeout: 60_000 });
        for (let time = 0; time < 2; time++) {
          await world.killBorder();
          const before = await orders();
          await vi.waitUntil(async () => (await orders()) > before + 1, { timeout: 60_000 });
        }
      });
    },
  );
});
