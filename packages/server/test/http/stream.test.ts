import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { Follower } from "./follower.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let count = 0;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
});
afterAll(() => at.close());

const newBot = () => me.bot(`followed-${++count}`);
const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i}`);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const subscribe = (bot_id: string, more: object = {}) => ({
  op: "subscribe",
  id: "1",
  bot_id,
  channels: ["logs"],
  ...more,
});
const subscribed = (follower: Follower) => follower.until((all) => all.find((m) => m.op === "subscribed"));
const told = (follower: Follower, n: number) => follower.until(() => follower.seqs().length >= n);

test("stored and live records are each sent once, in any interleaving", async () => {
  const id = await newBot();
  await at.engine.log(id, lines(1200));
  let writing = true;
  const writer = (async () => {
    for (let n = 0; n < 60; n++) {
      await at.engine.log(id, lines(10), n % 3 !== 0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await at.engine.log(id, ["last"]);
    writing = false;
  })();
  const followers = await Promise.all([0, 1, 2].map(() => Follower.open(at, me)));
  for (const [n, follower] of followers.entries()) follower.send(subscribe(id, { after: { logs: n * 400 } }));
  await writer;
  expect(writing).toBe(false);
  for (const [n, follower] of followers.entries()) {
    await follower.until((all) => all.some((m) => m.seq === 1801));
    expect(follower.seqs()).toEqual(upTo(1801).slice(n * 400));
    follower.socket.close();
  }
});

test("all streams get the same records, each with the id of its own subscription, also long ones", async () => {
  const id = await newBot();
  const names = ["1", "1", 'two "quoted" ✓', "x".repeat(100)];
  const followers = await Promise.all(names.map(() => Follower.open(at, me)));
  for (const [n, follower] of followers.entries()) {
    follower.send(subscribe(id, { id: names[n] }));
    await subscribed(follower);
  }
  // As JSON, the quotation marks take more than the 64 KiB that a frame with a short length can have.
  const long = '"'.repeat(50_000);
  await at.engine.log(id, ["short", long, "Grüße ✓"]);
  for (const [n, follower] of followers.entries()) {
    await told(follower, 3);
    const events = follower.messages.filter((m) => m.op === "event");
    expect(events.map((m) => m.record.message)).toEqual(["short", long, "Grüße ✓"]);
    expect(events.map((m) => m.id)).toEqual(Array.from({ length: 3 }, () => names[n]));
    expect(events.map((m) => m.seq)).toEqual(events.map((m) => m.record.seq));
    follower.socket.close();
  }
});

test("without a position the stream starts at the last record and reports its number", async () => {
  const id = await newBot();
  await at.engine.log(id, lines(5));
  const follower = await Follower.open(at, me);
  follower.send(subscribe(id));
  expect(await subscribed(follower)).toEqual({ op: "subscribed", id: "1", after: { logs: 5 } });
  await at.engine.log(id, ["now"]);
  await told(follower, 1);
  expect(follower.messages.at(-1)).toMatchObject({
    op: "event",
    id: "1",
    channel: "logs",
    seq: 6,
    record: { seq: 6, message: "now", bot_id: id },
  });
  follower.socket.close();
});

test("lines removed by retention are reported as a gap, at the start and when all are gone", async () => {
  const id = await newBot();
  await at.engine.log(id, lines(10));
  await at.store.ingest.deleteFrom("log_lines").where("bot_id", "=", id).where("seq", "<=", 7).execute();
  const follower = await Follower.open(at, me);
  follower.send(subscribe(id, { after: { logs: 2 } }));
  await told(follower, 3);
  expect(follower.messages.filter((m) => m.op === "gap")).toEqual([
    { op: "gap", id: "1", channel: "logs", from: 3, to: 7 },
  ]);
  expect(follower.seqs()).toEqual([8, 9, 10]);
  await at.store.ingest.deleteFrom("log_lines").where("bot_id", "=", id).execute();
  const late = await Follower.open(at, me);
  late.send(subscribe(id, { after: { logs: 2 } }));
  expect(await late.until((all) => all.find((m) => m.op === "gap"))).toMatchObject({ from: 3, to: 10 });
  await at.engine.log(id, ["after"]);
  await told(late, 1);
  expect(late.seqs()).toEqual([11]);
  follower.socket.close();
  late.socket.close();
});

test("one stream carries several bots and channels, until they are unsubscribed", async () => {
  const [a, b] = [await newBot(), await newBot()];
  const follower = await Follower.open(at, me);
  follower.send(subscribe(a, { id: "a", channels: ["logs", "status"] }));
  follower.send(subscribe(b, { id: "b" }));
  await follower.until((all) => all.filter((m) => m.op === "subscribed").length === 2);
  await me.post(`/bots/${a}/stop`);
  await follower.until((all) => all.find((m) => m.channel === "status" && m.record.status === "stopped"));
  follower.send({ op: "unsubscribe", id: "a" });
  follower.send(subscribe(b, { id: "c" }));
  await follower.until((all) => all.filter((m) => m.op === "subscribed").length === 3);
  await at.engine.log(a, ["unheard"]);
  await at.engine.log(b, ["heard"]);
  await follower.until((all) => all.filter((m) => m.record?.message === "heard").length === 2);
  expect(follower.messages.some((m) => m.record?.message === "unheard")).toBe(false);
  follower.socket.close();
});

test("an invalid message is answered with an error, and the stream continues", async () => {
  const id = await newBot();
  const follower = await Follower.open(at, me);
  const wrong: [object | string, string][] = [
    ["{", "malformed_json"],
    [{ op: "shout", id: "x" }, "invalid_parameter"],
    [`{"op":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "malformed_json"],
    ["null", "invalid_parameter"],
    [subscribe(id, { channels: ["noise"] }), "invalid_parameter"],
    [subscribe(id, { after: { logs: -1 } }), "invalid_parameter"],
    [subscribe("bot_x"), "bot_not_found"],
  ];
  for (const [message, code] of wrong) {
    const before = follower.messages.length;
    follower.send(message);
    expect(await follower.until((all) => all[before])).toMatchObject({ op: "error", code });
  }
  follower.send(subscribe(id));
  await subscribed(follower);
  follower.send(subscribe(id));
  expect(await follower.until((all) => all.at(-1)?.op === "error" && all.at(-1))).toMatchObject({
    id: "1",
    code: "invalid_parameter",
  });
  follower.socket.close();
});

test("a ping is answered with the platform's time, after the records that were sent before", async () => {
  const id = await newBot();
  await at.engine.log(id, lines(3));
  const follower = await Follower.open(at, me);
  follower.send(subscribe(id, { after: { logs: 0 } }));
  await told(follower, 3);
  follower.send({ op: "ping" });
  const pong = await follower.until((all) => all.find((m) => m.op === "pong"));
  expect(Math.abs(Date.parse(pong.time) - Date.now())).toBeLessThan(60_000);
  follower.socket.terminate();
});

test("a stream has room for 1000 subscriptions, and an unsubscribed one makes room", async () => {
  const id = await newBot();
  const follower = await Follower.open(at, me);
  for (let n = 1; n <= 1001; n++) follower.send({ ...subscribe(id), id: String(n) });
  const refused = await follower.until((all) => all.find((m) => m.op === "error"));
  expect(refused).toMatchObject({ id: "1001", code: "too_many_streams" });
  follower.send({ op: "unsubscribe", id: "1" });
  follower.send({ ...subscribe(id), id: "again" });
  await follower.until((all) => all.find((m) => m.op === "subscribed" && m.id === "again"));
  follower.socket.terminate();
});

test("without a valid key no connection is upgraded", async () => {
  for (const [key, status] of [
    ["by_wrong", 401],
    [undefined, 401],
  ] as const) {
    const socket = new WebSocket(`${at.platform.apiUrl.replace("http", "ws")}/stream`, {
      headers: key === undefined ? {} : { "x-api-key": key },
    });
    const answer = await new Promise<number | undefined>((resolve) => {
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("error", () => {});
    });
    expect(answer).toBe(status);
  }
  expect((await me.get("/stream")).json).toMatchObject({ status: 426, code: "upgrade_required" });
});

test("revoking a key closes its streams", async () => {
  const made = await me.post("/api-keys", { name: "follower", scopes: ["read"] });
  const follower = await Follower.open(at, at.client(made.json.key));
  await me.ask("DELETE", `/api-keys/${made.json.id}`);
  expect(await follower.closed).toEqual({ code: 1008, reason: "The API key was revoked." });
});

test("streams over the limit are refused, and closing one makes room", async () => {
  const small = await openPlatform({ settings: { streams: 1 } });
  try {
    const first = await Follower.open(small, small.admin);
    await expect(Follower.open(small, small.admin)).rejects.toThrow("429");
    first.socket.close();
    await first.closed;
    await expect
      .poll(() =>
        Follower.open(small, small.admin).then(
          () => "open",
          () => "refused",
        ),
      )
      .toBe("open");
  } finally {
    await small.close();
  }
});

test("a client that reads slowly causes only a bounded backlog, and misses no available record", async () => {
  const text = "x".repeat(60_000);
  const write = async (bot: string) => {
    for (let n = 0; n < 60; n++)
      await at.engine.log(
        bot,
        Array.from({ length: 20 }, () => text),
      );
  };
  // So that what it takes to store them is not counted.
  await write(await newBot());
  const id = await newBot();
  const follower = await Follower.open(at, me);
  follower.send(subscribe(id, { after: { logs: 0 } }));
  await subscribed(follower);
  follower.socket.pause();
  const before = process.memoryUsage().rss;
  await write(id);
  expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  follower.socket.resume();
  await told(follower, 1200);
  expect(follower.seqs()).toEqual(upTo(1200));
  follower.socket.close();
});

test("a client that sends many messages is read only as fast as it is answered, and answered in order", async () => {
  const follower = await Follower.open(at, me);
  follower.socket.pause();
  const count = 1_000;
  const padding = "x".repeat(50_000);
  let sent = 0;
  const pouring = (async () => {
    for (; sent < count; sent++)
      await new Promise((resolve) =>
        follower.socket.send(JSON.stringify({ op: padding, id: String(sent) }), resolve),
      );
  })();
  // No message is read during 30 requests of another client: the platform has stopped reading.
  for (let before = -1, still = 0; still < 30; before = sent) {
    expect((await me.ask("GET", `${at.platform.url}/healthz`)).status).toBe(200);
    still = sent === before ? still + 1 : 0;
  }
  expect(sent).toBeLessThan(count / 2);
  follower.socket.resume();
  await pouring;
  await follower.until((all) => all.length === count);
  expect(follower.messages.map((message) => Number(message.id))).toEqual(upTo(count).map((n) => n - 1));
  follower.socket.close();
});
