import { expect, test } from "vitest";
import { deaths } from "../../src/drive/deaths.ts";
import { create, expectEffects, instance, type Keyed, newBots, run, send, trader } from "./keyed.ts";

const kills = process.env.BOTYARD_THOROUGH === "1" ? 60 : 4;

test.for(Object.keys(deaths))(
  "A request that is repeated with its key has its effect once, whenever the platform was %s",
  { timeout: 300_000 + kills * 30_000 },
  async (how, { skip }) => {
    const { whyNot, open } = deaths[how]!;
    const why = whyNot?.();
    skip(why !== undefined, why);
    const { platform, die, close } = open();
    try {
      await platform.start();
      await platform.upload({ name: "trader", type: "scheduled", bot: trader });
      const traders: string[] = [];
      for (let n = 0; n < 3; n++) traders.push(await platform.create(instance(`trader ${n}`)));
      const sent: Keyed[] = [];
      for (let kill = 0; kill < kills; kill++) {
        const requests = [...traders.map(run), create(`new ${kill}`), ...traders.map(run)];
        sent.push(...requests);
        const sending = Promise.all(requests.map((request) => send(platform, request)));
        // The time of the kill is random on purpose; a request takes some milliseconds.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
        await die();
        await sending;
        await platform.start();
        for (const request of requests) await send(platform, request);
        for (const request of requests) await send(platform, request);
      }
      expect(sent.filter(({ id }) => id === undefined)).toEqual([]);
      expect(await newBots(platform)).toEqual(Array.from({ length: kills }, (_, n) => `new ${n}`).sort());
      for (const bot of traders) {
        const asked = sent.filter(({ path }) => path === `/bots/${bot}/run`).map(({ id }) => id);
        await expectEffects(platform, bot, asked as string[]);
      }
    } finally {
      await close();
    }
  },
);
