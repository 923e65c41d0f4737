import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import type { Bot } from "../../src/model/model.ts";
import type { QueryOutcome } from "../../src/queries/index.ts";
import { Queries, type QueriesOptions } from "../../src/queries/queries.ts";
import { defaultSettings } from "../../src/settings/settings.ts";

const answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1";
const bot = { bot_id: "bot_1", model: "realtime", status: "running", desired: "running" } as Bot;

/** Counts of connections to the query server, queries that it read, and calls of `doubt`. */
let connections: Socket[];
let questions: number;
let doubts: number;
let server: Server;
beforeEach(() => {
  connections = [];
  questions = 0;
  doubts = 0;
});
afterEach(() => {
  for (const socket of connections) socket.destroy();
  server.close();
});

/** Sends queries to a raw TCP server that treats its n-th connection like this, counted from 1. */
async function asking(behave: (socket: Socket, nth: number) => void) {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => questions++);
    behave(socket, connections.push(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options: Partial<QueriesOptions> = {
    settings: { ...defaultSettings, dataDir: "/nowhere" },
    clock: systemClock,
    log: pino({ level: "silent" }),
    serverOf: () => ({ address: async () => ({ host: "127.0.0.1", port }), doubt: () => doubts++ }) as never,
  };
  const queries = new Queries(options as QueriesOptions);
  const gone = new AbortController().signal;
  return (timeoutMs = 5_000): Promise<QueryOutcome> => queries.ask(bot, "/x", {}, timeoutMs, gone);
}

const answers = (socket: Socket) => socket.on("data", () => socket.write(answer));

test("a query whose new connection is reset before it is read is retried once", async () => {
  const ask = await asking((socket, nth) => (nth === 1 ? socket.resetAndDestroy() : answers(socket)));
  expect(await ask()).toMatchObject({ kind: "answered", status: 200 });
  expect([connections.length, doubts]).toEqual([2, 1]);
});

test("a query whose connection is closed without an answer is retried once", async () => {
  const ask = await asking((socket, nth) =>
    nth === 1 ? socket.once("data", () => socket.end()) : answers(socket),
  );
  expect(await ask()).toMatchObject({ kind: "answered", status: 200 });
  expect([connections.length, questions, doubts]).toEqual([2, 2, 1]);
});

test("a query on a reused connection that was closed is retried once on a new connection", async () => {
  // Both connections of the first two queries fail when they are reused.
  const ask = await asking((socket, nth) => {
    if (nth > 2) return answers(socket);
    socket.once("data", () => {
      socket.once("data", () => socket.resetAndDestroy());
      // Neither is answered before both are sent, so that they do not share a connection.
      if (questions === 2) for (const each of connections) each.write(answer);
    });
  });
  expect(await Promise.all([ask(), ask()])).toMatchObject([{ kind: "answered" }, { kind: "answered" }]);
  expect(await ask()).toMatchObject({ kind: "answered" });
  expect([connections.length, questions, doubts]).toEqual([3, 4, 1]);
});

test("a server that resets every connection breaks the contract after two attempts", async () => {
  const ask = await asking((socket) => socket.resetAndDestroy());
  expect(await ask()).toEqual({
    kind: "broken",
    detail: expect.stringMatching(/^The bot's query server closed the connection twice without an answer\./),
  });
  expect(connections.length).toBe(2);
});

test("a query whose answer breaks off is not retried", async () => {
  const ask = await asking((socket) => socket.once("data", () => socket.end(answer.slice(0, 20))));
  expect((await ask()).kind).toBe("broken");
  expect([connections.length, questions]).toEqual([1, 1]);
});

test("a query that times out at the first or second attempt is not retried", async () => {
  const silent = await asking(() => {});
  expect(await silent(1_000)).toEqual({ kind: "timed_out", afterMs: 1_000 });
  expect(questions).toBe(1);
  server.close();
  connections.length = 0;
  const ask = await asking((socket, nth) => nth === 1 && socket.resetAndDestroy());
  expect(await ask(2_000)).toEqual({ kind: "timed_out", afterMs: 2_000 });
  expect(connections.length).toBe(2);
});
