import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";

const platform = new TestPlatform();
const kills = process.env.BOTYARD_THOROUGH === "1" ? 60 : 4;
const traders: string[] = [];

/** Says in its log that it was started: what counts is how often the order went out. */
const trader = 'console.log(JSON.stringify({ level: "info", message: "bought" }));';

beforeAll(async () => {
  await platform.start();
  await platform.upload({ name: "trader", type: "scheduled", bot: trader });
  for (let n = 0; n < 3; n++) traders.push(await platform.create(instance(`trader ${n}`)));
});
afterAll(() => platform.close());

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
async function send(request: Request): Promise<void> {
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

test("A request that is repeated with its key has its effect once, whenever the platform was killed", {
  timeout: 300_000 + kills * 30_000,
}, async () => {
  const sent: Request[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const requests = [...traders.map(run), create(`new ${kill}`), ...traders.map(run)];
    sent.push(...requests);
    const sending = Promise.all(requests.map(send));
    // The time of the kill is random on purpose; a request takes some milliseconds.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    await platform.end("SIGKILL");
    await sending;
    await platform.start();
    for (const request of requests) await send(request);
    for (const request of requests) await send(request);
  }
  expect(sent.filter(({ id }) => id === undefined)).toEqual([]);

  const { items } = await platform.get<{ items: { name: string }[] }>("/bots?limit=200");
  const names = items.map(({ name }) => name).filter((name) => name.startsWith("new "));
  expect(names.sort()).toEqual(Array.from({ length: kills }, (_, n) => `new ${n}`).sort());
  for (const bot of traders) {
    const asked = sent.filter(({ path }) => path === `/bots/${bot}/run`).map(({ id }) => id);
    const runs = await until(async () => {
      const found = await platform.get<{ items: { id: string; status: string }[] }>(
        `/bots/${bot}/runs?limit=200`,
      );
      return found.items.every(({ status }) => !["queued", "running"].includes(status)) && found.items;
    });
    expect(runs.map(({ id }) => id).sort()).toEqual(asked.sort());
    const { items: lines } = await platform.get<{ items: { message: string }[] }>(
      `/bots/${bot}/logs?limit=1000`,
    );
    expect(lines.filter(({ message }) => message === "bought")).toHaveLength(runs.length);
  }
});
