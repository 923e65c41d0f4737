import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { createMockPlatform, type LogFixture } from "../../mock-server/src/index.ts";
import { createClient, type StreamItem, UnreachableError } from "../src/index.ts";

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** A mock platform with a bot that has printed these lines. */
async function platform(logs: LogFixture[] = []) {
  const mock = await createMockPlatform({ bots: [{ name: "b", bot_id: "bot_b", logs }] });
  close = () => mock.close();
  await mock.listen();
  return { mock, client: createClient({ url: mock.apiUrl, key: mock.key }) };
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
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

test("follow reconnects after the last line", async () => {
  const { mock, client } = await platform(lines(5));
  const items = await collect(
    client.follow({ botId: "bot_b", channels: ["logs"], after: { logs: 3 } }),
    (item) => {
      if (item.kind === "event" && item.seq === 5) {
        mock.cutStreams();
        mock.addLogs("b", ["line 6", "line 7"]);
      }
      return item.kind === "event" && item.seq === 7;
    },
  );
  expect(numbers(items)).toEqual([4, 5, 6, 7]);
  expect(items.map(({ kind }) => kind)).toEqual([
    ...["connected", "event", "event", "disconnected", "connected", "event", "event"],
  ]);
});

test("lines that the platform no longer has are reported as a gap, once", async () => {
  const { mock, client } = await platform(lines(9));
  mock.expire("b", "logs", 8);
  const items = await collect(
    client.follow({ botId: "bot_b", channels: ["logs"], after: { logs: 2 } }),
    (item) => item.kind === "event" && item.seq === 9,
  );
  expect(items.filter(({ kind }) => kind === "gap")).toEqual([
    { kind: "gap", channel: "logs", from: 3, to: 8 },
  ]);
});

/** A stream that does what the platform never does: each connection sends these numbers, and all but the last close. */
async function faultyStream(...connections: number[][]) {
  const server = createServer();
  let count = 0;
  new WebSocketServer({ server }).on("connection", (socket) => {
    const sent = connections[count++] ?? [];
    socket.on("message", () => {
      socket.send('{"op":"subscribed","id":"1"}');
      for (const seq of sent)
        socket.send(JSON.stringify({ op: "event", id: "1", channel: "logs", seq, record: { seq } }));
      if (count < connections.length) socket.close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return createClient({ url: `http://127.0.0.1:${port}/api/v1`, key: "k" });
}

test("a line that a platform repeats after a reconnection is left out", async () => {
  const client = await faultyStream([4, 5], [5, 6, 7]);
  const items = await collect(
    client.follow({ botId: "b", channels: ["logs"], after: { logs: 3 } }),
    (item) => item.kind === "event" && item.seq === 7,
  );
  expect(numbers(items)).toEqual([4, 5, 6, 7]);
});

test("sequence numbers that a platform skips are reported as a gap", async () => {
  const client = await faultyStream([2, 5]);
  const items = await collect(
    client.follow({ botId: "b", channels: ["logs"] }),
    (item) => item.kind === "event" && item.seq === 5,
  );
  expect(items.filter(({ kind }) => kind === "gap")).toEqual([
    { kind: "gap", channel: "logs", from: 3, to: 4 },
  ]);
});

test("an unknown bot ends the stream with the error of the platform", async () => {
  const { client } = await platform();
  await expect(client.follow({ botId: "bot_x", channels: ["logs"] }).next()).rejects.toMatchObject({
    status: 404,
    code: "bot_not_found",
    message: "Bot not found",
  });
});

test("a refused stream throws the error", async () => {
  const { mock } = await platform();
  const items = createClient({ url: mock.apiUrl, key: "wrong" }).follow({
    botId: "bot_b",
    channels: ["logs"],
  });
  await expect(items.next()).rejects.toMatchObject({ status: 401, code: "api_key_invalid" });
});

test("a refused connection throws UnreachableError and is not retried", async () => {
  const items = createClient({ url: "http://127.0.0.1:1/api/v1" }).follow({ botId: "b", channels: ["logs"] });
  await expect(items.next()).rejects.toBeInstanceOf(UnreachableError);
});

test("an aborted signal ends the iteration without an error", async () => {
  const { client } = await platform(lines(1));
  const ending = new AbortController();
  const seen: number[] = [];
  const { signal } = ending;
  for await (const item of client.follow({
    botId: "bot_b",
    channels: ["logs"],
    after: { logs: 0 },
    signal,
  })) {
    if (item.kind === "event") {
      seen.push(item.seq);
      ending.abort();
    }
  }
  expect(seen).toEqual([1]);
});
