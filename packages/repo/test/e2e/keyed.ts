import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type TestPlatform, until } from "../../src/drive/platform.ts";

/** Says in its log that it was started: what counts is how often the order went out. */
export const trader = 'console.log(JSON.stringify({ level: "info", message: "bought" }));';

export const instance = (name: string) => ({
  ...{ name, type: "scheduled/trader", version: "latest", schedule: "0 0 1 1 *", config: {} },
});

export interface Keyed {
  path: string;
  body?: object;
  key: string;
  status?: number;
  id?: string;
}

export const run = (bot: string): Keyed => ({ path: `/bots/${bot}/run`, key: randomUUID() });
export const create = (name: string): Keyed => ({ path: "/bots", body: instance(name), key: randomUUID() });

/**
 * Sends a request with its key. Returns whether the platform refused it for lack of disk space; without an answer, it was
 * killed.
 */
export async function send(platform: TestPlatform, request: Keyed): Promise<"disk_full" | undefined> {
  const { path, body, key } = request;
  const answer = await platform
    .call("POST", path, body, { "idempotency-key": key })
    .catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
  if (!answer) return undefined;
  if (answer.json?.code === "disk_full") return "disk_full";
  expect([201, 202], answer.text).toContain(answer.status);
  const id = path === "/bots" ? answer.json.bot_id : answer.json.id;
  // An answer that has been given is given again.
  if (request.id !== undefined) expect([answer.status, id]).toEqual([request.status, request.id]);
  Object.assign(request, { status: answer.status, id });
  return undefined;
}

export async function newBots(platform: TestPlatform): Promise<string[]> {
  const { items } = await platform.get<{ items: { name: string }[] }>("/bots?limit=200");
  return items
    .map(({ name }) => name)
    .filter((name) => name.startsWith("new "))
    .sort();
}

/**
 * Each run that was asked for exists once, and its process was started once, as the bot itself says.
 *
 * @param said the runs whose bots certainly could say so (default: all that succeeded)
 */
export async function expectEffects(
  platform: TestPlatform,
  bot: string,
  asked: string[],
  said?: string[],
): Promise<void> {
  const runs = await until(async () => {
    const { items } = await platform.get<{ items: { id: string; status: string }[] }>(
      `/bots/${bot}/runs?limit=200`,
    );
    return items.every(({ status }) => !["queued", "running"].includes(status)) && items;
  });
  expect(runs.map(({ id }) => id).sort()).toEqual(asked.sort());
  const ran = said ?? runs.filter(({ status }) => status === "success").map(({ id }) => id);
  // On a full disk, output is stored later.
  const bought = await until(async () => {
    const { items } = await platform.get<{ items: { message: string; run_id: string }[] }>(
      `/bots/${bot}/logs?limit=1000`,
    );
    const found = items.filter(({ message }) => message === "bought").map(({ run_id }) => run_id);
    return ran.every((id) => found.includes(id)) && found;
  });
  expect(new Set(bought).size, "a process was started twice").toBe(bought.length);
}
