import { afterEach, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { createClient, type StreamItem, UnreachableError } from "../src/index.ts";
import { fakePlatform } from "./fake-platform.ts";

let close: (() => Promise<void>) | undefined;
afterEach(async () => close?.());

const record = (seq: number) => ({ seq, message: `line ${seq}` });
const event = (seq: number) => ({ op: "event", id: "1", channel: "logs", seq, record: record(seq) });

/**
 * A stream with scripted connections: each sends its messages after the subscription, and all but the last then
 * close.
 */
async function stream(...connections: object[][]) {
  const fake = await fakePlatform(() => ({ status: 404, json: {} }));
  close = fake.close;
  const subscriptions: Record<string, unknown>[] = [];
  fake.onStream((socket: WebSocket, count) => {
    socket.on("message", (data) => {
      const asked = JSON.parse(String(data)) as { op: string };
      if (asked.op !== "subscribe") return;
      subscriptions.push(asked);
      for (const message of connections[count - 1] ?? []) socket.send(JSON.stringify(message));
      if (count < connections.length) socket.close();
    });
  });
  return { client: createClient({ url: fake.url, key: "k" }), subscriptions };
}

async function collect(
  items: AsyncIterable<StreamItem>,
  until: (item: StreamItem) => boolean,
): Promise<StreamItem[]> {
  const seen: StreamItem[] = [];
  for await (const item of items) {
    seen.push(item);
    if (until(item)) break;
  }
  return seen;
}

const numbers = (items: StreamItem[]) => items.flatMap((item) => (item.kind === "event" ? [item.seq] : []));
const subscribed = { op: "subscribed", id: "1" };

test("follow reconnects after the last line, and no line is repeated", async () => {
  const { client, subscriptions } = await stream(
    [subscribed, event(4), event(5)],
    [subscribed, event(5), event(6), event(7)],
  );
  const items = await collect(
    client.follow({ botId: "b", channels: ["logs"], after: { logs: 3 } }),
    (item) => item.kind === "event" && item.seq === 7,
  );
  expect(numbers(items)).toEqual([4, 5, 6, 7]);
  expect(items.map(({ kind }) => kind)).toEqual([
    "connected",
    "event",
    "event",
    "disconnected",
    "connected",
    "event",
    "event",
  ]);
  expect(subscriptions.map(({ after }) => after)).toEqual([{ logs: 3 }, { logs: 5 }]);
  expect(subscriptions[0]).toMatchObject({ bot_id: "b", channels: ["logs"] });
});

test("lines that the platform no longer has are reported as a gap, once", async () => {
  const { client } = await stream([
    subscribed,
    event(2),
    { op: "gap", id: "1", channel: "logs", from: 3, to: 8 },
    event(9),
  ]);
  const items = await collect(
    client.follow({ botId: "b", channels: ["logs"], after: { logs: 1 } }),
    (item) => item.kind === "event" && item.seq === 9,
  );
  expect(items.filter(({ kind }) => kind === "gap")).toEqual([
    { kind: "gap", channel: "logs", from: 3, to: 8 },
  ]);
});

test("skipped sequence numbers are reported as a gap", async () => {
  const { client } = await stream([subscribed, event(2), event(5)]);
  const items = await collect(
    client.follow({ botId: "b", channels: ["logs"] }),
    (item) => item.kind === "event" && item.seq === 5,
  );
  expect(items.filter(({ kind }) => kind === "gap")).toEqual([
    { kind: "gap", channel: "logs", from: 3, to: 4 },
  ]);
});

test("an unknown bot ends the stream with the error of the platform", async () => {
  const { client } = await stream([
    { op: "error", id: "1", code: "bot_not_found", message: "Bot not found" },
  ]);
  const items = client.follow({ botId: "b", channels: ["logs"] });
  await expect(items.next()).rejects.toMatchObject({
    status: 404,
    code: "bot_not_found",
    message: "Bot not found",
  });
});

test("a refused stream throws the error", async () => {
  const fake = await fakePlatform(() => ({ status: 401, json: {} }));
  close = fake.close;
  const items = createClient({ url: fake.url, key: "wrong" }).follow({ botId: "b", channels: ["logs"] });
  await expect(items.next()).rejects.toBeInstanceOf(Error);
});

test("a refused connection throws UnreachableError and is not retried", async () => {
  const items = createClient({ url: "http://127.0.0.1:1/api/v1" }).follow({ botId: "b", channels: ["logs"] });
  await expect(items.next()).rejects.toBeInstanceOf(UnreachableError);
});

test("an aborted signal ends the iteration without an error", async () => {
  const { client } = await stream([subscribed, event(1)]);
  const ending = new AbortController();
  const seen: number[] = [];
  for await (const item of client.follow({ botId: "b", channels: ["logs"], signal: ending.signal })) {
    if (item.kind === "event") {
      seen.push(item.seq);
      ending.abort();
    }
  }
  expect(seen).toEqual([1]);
});
