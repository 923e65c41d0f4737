import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deaths } from "../../src/drive/deaths.ts";
import { type TestPlatform, until } from "../../src/drive/platform.ts";

const kills = process.env.BOTYARD_THOROUGH === "1" ? 60 : 4;

/** Says in its log that it was started: what counts is how often the order went out. */
const trader = 'console.log(JSON.stringify({ level: "info", message: "bought" }));';

const instance = (name: string) => ({
  ...{ name, type: "scheduled/trader", version: "latest", schedule: "0 0 1 1 *", config: {} },
});

interface Request {
  path: string;
  body?: object;
  key: string;
  status?: number;
  id?: string;
}

const run = (bot: string): Request => ({ path: `/bots/${bot}/run`, key: randomUUID() });
const create = (name: string): Request => ({ path: "/bots", body: instance(name), key: randomUUID() });

/** Sends a request with its key; without an answer, the platform was killed. */
async function send(platform: TestPlatform, request: Request): Promise<void> {
  const { path, body, key } = request;
  const answer = await platform
    .call("POST", path, body, { "idempotency-key": key })
    .catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
  if (!answer) return;
  expect([201, 202], answer.text).toContain(answer.status);
  const id = path === "/bots" ? answer.json.bot_id : answer.json.id;
  // An answer that has been given is given again.
  if (request.id !== undefined) expect([answer.status, id]).toEqual([request.status, request.id]);
  Object.assign(request, { status: answer.status, id });
}

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
      const sent: Request[] = [];
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

async function newBots(platform: TestPlatform): Promise<string[]> {
  const { items } = await platform.get<{ items: { name: string }[] }>("/bots?limit=200");
  return items
    .map(({ name }) => name)
    .filter((name) => name.startsWith("new "))
    .sort();
}

/** Each run that was asked for exists once, and its process was started once, as the bot itself says. */
async function expectEffects(platform: TestPlatform, bot: string, asked: string[]): Promise<void> {
  const runs = await until(async () => {
    const { items } = await platform.get<{ items: { id: string; status: string }[] }>(
      `/bots/${bot}/runs?limit=200`,
    );
    return items.every(({ status }) => !["queued", "running"].includes(status)) && items;
  });
  expect(runs.map(({ id }) => id).sort()).toEqual(asked.sort());
  const { items } = await platform.get<{ items: { message: string; run_id: string }[] }>(
    `/bots/${bot}/logs?limit=1000`,
  );
  const bought = items.filter(({ message }) => message === "bought").map(({ run_id }) => run_id);
  expect(new Set(bought).size, "a process was started twice").toBe(bought.length);
  const ran = runs.filter(({ status }) => status === "success").map(({ id }) => id);
  expect(bought).toEqual(expect.arrayContaining(ran));
}
