import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createClient, type StreamItem } from "../../client/src/index.ts";
import { mock } from "./mock.ts";

async function listening(scenario: Parameters<typeof mock>[0]) {
  const made = await mock(scenario);
  await made.platform.listen();
  return { ...made, client: createClient({ url: made.platform.apiUrl, key: made.platform.key }) };
}

test("a stream has the stored lines after a number, and then those that come", async () => {
  const { platform, client } = await listening({
    bots: [{ name: "a", bot_id: "bot_a", logs: ["1", "2", "3"] }],
  });
  const seen: StreamItem[] = [];
  for await (const item of client.follow({
    botId: "bot_a",
    channels: ["logs", "metrics", "status"],
    after: { logs: 1 },
  })) {
    seen.push(item);
    if (item.kind === "event" && item.channel === "logs" && item.seq === 3) {
      platform.addLogs("a", ["4"]);
      platform.addMetrics("a", [{ type: "price", data: { value: 1 } }]);
      platform.setStatus("a", "backing_off", { detail: "It ended." });
    }
    if (item.kind === "event" && item.channel === "status") break;
  }
  const events = seen.flatMap((item) => (item.kind === "event" ? [[item.channel, item.seq]] : []));
  expect(events).toEqual([
    ["logs", 2],
    ["logs", 3],
    ["logs", 4],
    ["metrics", 1],
    ["status", 2],
  ]);
});

test("a stream of an unknown bot is refused as by the platform", async () => {
  const { client } = await listening({});
  await expect(client.follow({ botId: "bot_x", channels: ["logs"] }).next()).rejects.toMatchObject({
    code: "bot_not_found",
  });
});

test("a stream is recorded, needs a key, fails on demand, and ends when the key is revoked", async () => {
  const { platform, ask } = await listening({});
  const url = `${platform.apiUrl.replace("http", "ws")}/stream`;
  const open = (key?: string) => {
    const socket = new WebSocket(url, {
      headers: key === undefined ? {} : { authorization: `ApiKey ${key}` },
    });
    return new Promise<WebSocket | number>((resolve) => {
      socket.on("open", () => resolve(socket));
      socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode!));
      socket.on("error", () => resolve(0));
    });
  };
  expect(await open()).toBe(401);
  platform.fail({ operation: "openStream", code: "too_many_streams", times: 1 });
  expect(await open(platform.key)).toBe(429);
  const { json } = await ask("POST", "/api-keys", { name: "short", scopes: ["read"] });
  const socket = (await open(json.key)) as WebSocket;
  const closed = new Promise((resolve) =>
    socket.on("close", (code, reason) => resolve([code, String(reason)])),
  );
  await ask("DELETE", `/api-keys/${json.id}`);
  expect(await closed).toEqual([1008, "The API key was revoked."]);
  const streams = platform.requests.filter(({ operation }) => operation === "openStream");
  expect(streams.map(({ status }) => status)).toEqual([401, 429, 101]);
});
