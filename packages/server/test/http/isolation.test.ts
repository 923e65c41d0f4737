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
});
afterAll(() => at.close());

const unknown = { id: "bot_00000000000000000000000000" };

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
