import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let owner: Client;
let stranger: Client;
const mine: Record<string, string> = {};
beforeAll(async () => {
  at = await openPlatform();
  owner = await at.user("owner");
  stranger = await at.user("stranger");
  mine.id = await owner.bot("precious", { type: "scheduled", queries: true, readme: "# Mine" });
  mine.bot_id = mine.id;
  mine.name = "precious";
  mine.version = "1.0.0";
  mine.run_id = (await owner.post(`/bots/${mine.id}/run`)).json.id;
  mine.key = "balance";
  await owner.post(`/bots/${mine.id}/stop`);
  await owner.get(`/bots/${mine.id}/wait?status=stopped&timeout=5`);
  expect((await owner.ask("PUT", `/bots/${mine.id}/state/balance`, { body: 7 })).status).toBe(204);
});
afterAll(() => at.close());

const unknown: Record<string, string> = {
  id: "bot_00000000000000000000000000",
  bot_id: "bot_00000000000000000000000000",
  name: "nobody",
  version: "1.0.0",
  run_id: "run_00000000000000000000000000",
  key: "balance",
};
/** A request of this operation that passes every check that comes before looking up the object. */
const bodies: Record<string, unknown> = {
  patchBot: { name: "stolen" },
  queryBot: { query_path: "/status", params: {} },
  putState: 8,
};
const queries: Record<string, string> = { waitForBot: "?status=running&timeout=0", waitForRun: "?timeout=0" };

test("on every path with an id or name, another user's object is answered like an unknown one", async () => {
  const ownKey = (await owner.get("/api-keys")).json.items[0].id;
  let checked = 0;
  for (const [template, methods] of Object.entries(at.documented.document.paths)) {
    for (const [method, { operationId }] of Object.entries(methods)) {
      const named = template.includes("{")
        ? template
        : operationId === "listEvents"
          ? `${template}?bot_id={id}`
          : undefined;
      if (named === undefined) continue;
      const ids = operationId === "revokeApiKey" ? { ...mine, id: ownKey } : mine;
      const fill = (values: Record<string, string>) =>
        `${named.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)}${queries[operationId] ?? ""}`;
      const ask = (client: Client, path: string) =>
        client.ask(method.toUpperCase(), path, { body: bodies[operationId] });
      const foreign = await ask(stranger, fill(ids));
      const missing = await ask(stranger, fill(unknown));
      const plain = (answer: typeof foreign) => ({ ...answer.json, request_id: "", instance: "" });
      expect(foreign.status, `${method} ${named}`).toBe(404);
      expect(plain(foreign), `${method} ${named}`).toEqual(plain(missing));
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(25);
  expect((await owner.get(`/bots/${mine.id}/state/balance`)).json).toBe(7);
  expect((await owner.get(`/bots/${mine.id}`)).json).toMatchObject({ name: "precious", desired: "stopped" });
  expect((await owner.get(`/runs/${mine.run_id}`)).json.status).toBe("running");
  expect((await owner.get("/auth/status")).status).toBe(200);
});

test("lists contain only the caller's objects, with any cursor", async () => {
  await owner.upload({ name: "second" });
  await owner.post("/bots", { name: "second", type: "realtime/second", version: "1.0.0", config: {} });
  for (const path of ["/bots", "/custom-bots", "/api-keys"]) {
    const page = await owner.get(`${path}?limit=1`);
    const cursor = page.json.next_cursor ?? "";
    const theirs = await stranger.get(`${path}?limit=200${cursor && `&cursor=${cursor}`}`);
    expect(theirs.status).toBe(200);
    for (const item of page.json.items)
      expect(theirs.text).not.toContain(item.bot_id ?? item.id ?? item.name);
  }
});

test("names are unique per user, and a bot needs a custom bot of the same user", async () => {
  const instance = {
    name: "precious",
    type: "scheduled/precious",
    version: "1.0.0",
    schedule: "0 0 * * *",
    config: {},
  };
  expect((await stranger.post("/bots", instance)).json.code).toBe("custom_bot_not_found");
  await stranger.upload({ name: "precious", type: "scheduled" });
  expect((await stranger.post("/bots", instance)).status).toBe(201);
});

test("another user's bot cannot be followed on the stream", async () => {
  const socket = new WebSocket(`${at.platform.apiUrl.replace("http", "ws")}/stream`, {
    headers: { authorization: `ApiKey ${stranger.key}` },
  });
  const answers = await new Promise<string[]>((resolve) => {
    const got: string[] = [];
    socket.on("open", () => {
      for (const bot_id of [mine.id, unknown.id]) {
        socket.send(JSON.stringify({ op: "subscribe", id: "1", bot_id, channels: ["logs"] }));
      }
    });
    socket.on("message", (data) => {
      if (got.push(String(data)) === 2) resolve(got);
    });
  });
  socket.close();
  expect(JSON.parse(answers[0]!)).toEqual({
    op: "error",
    id: "1",
    code: "bot_not_found",
    message: "Bot not found",
  });
  expect(answers[1]).toBe(answers[0]);
});
