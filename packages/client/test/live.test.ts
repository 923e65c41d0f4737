import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, UnreachableError } from "../src/index.ts";
import { type ConnectionState, LiveStream } from "../src/stream/live.ts";
import { Inbox, type ServerMessage, type Socket } from "../src/stream/message.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeSocket implements Socket {
  readonly sent: { op: string; id?: string; after?: object }[] = [];
  readonly messages = new Inbox();
  closed = false;
  probed = 0;
  send(message: object): void {
    this.sent.push(message as { op: string });
  }
  close(): void {
    this.closed = true;
    this.messages.end();
  }
  probe(): void {
    this.probed += 1;
  }
  /** Delivers messages, and returns when they were handled. */
  async say(...messages: ServerMessage[]): Promise<void> {
    for (const message of messages) this.messages.put(message);
    await settled();
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const line = (id: string, seq: number): ServerMessage => ({
  op: "event",
  id,
  channel: "logs",
  seq,
  record: { seq },
});

/** A stream whose attempts to connect end as `outcomes` say; then every attempt succeeds. */
function setUp(...outcomes: Error[]) {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const times: Date[] = [];
  const live = new LiveStream(
    async () => {
      const failure = outcomes.shift();
      if (failure) throw failure;
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    (state) => states.push(state),
    (time) => times.push(time),
  );
  const got: string[] = [];
  const follow = (botId = "b", after: object | null = { logs: 0 }) =>
    live.subscribe({
      botId,
      channels: ["logs"],
      ...(after && { after }),
      onRecord: (record) =>
        got.push(record.kind === "gap" ? `${botId}:${record.from}-${record.to}` : `${botId}:${record.seq}`),
    });
  return { live, sockets, states, times, got, follow };
}
const unreachable = () => new UnreachableError("ws://x", "STREAM_FAILED", "Cannot connect.", {});
const names = (states: ConnectionState[]) => states.map(({ is }) => is);

test("after a lost connection each subscription continues after its own last record", async () => {
  const { sockets, got, follow } = setUp();
  follow("a");
  follow("b", { logs: 7 });
  await settled();
  await sockets[0]!.say(line("1", 1), line("1", 2), line("2", 8));
  sockets[0]!.messages.end();
  await vi.advanceTimersByTimeAsync(400);
  expect(sockets[1]!.sent.map(({ id, after }) => [id, after])).toEqual([
    ["1", { logs: 2 }],
    ["2", { logs: 8 }],
  ]);
  await sockets[1]!.say(line("1", 2), line("1", 3), line("2", 9));
  expect(got).toEqual(["a:1", "a:2", "b:8", "a:3", "b:9"]);
});

test("a subscription without a number misses nothing while the connection is lost", async () => {
  const { sockets, follow } = setUp();
  follow("a", null);
  await settled();
  await sockets[0]!.say({ op: "subscribed", id: "1", after: { logs: 40 } });
  sockets[0]!.messages.end();
  await vi.advanceTimersByTimeAsync(400);
  expect(sockets[1]!.sent[0]!.after).toEqual({ logs: 40 });
});

test("records that are gone, and numbers that are skipped, are each reported as one gap", async () => {
  const { sockets, got, follow } = setUp();
  follow("a");
  await settled();
  const gap: ServerMessage = { op: "gap", id: "1", channel: "logs", from: 1, to: 5 };
  await sockets[0]!.say(gap, gap, line("1", 6), line("1", 9));
  expect(got).toEqual(["a:1-5", "a:6", "a:7-8", "a:9"]);
});

test("a platform whose store was replaced by an older one is followed from there", async () => {
  const { sockets, got, follow } = setUp();
  follow("a", { logs: 50 });
  await settled();
  await sockets[0]!.say({ op: "subscribed", id: "1", after: { logs: 10 } }, line("1", 11));
  expect(got).toEqual(["a:11"]);
});

test("attempts become rarer, up to 12.5 s, and a message makes them frequent again", async () => {
  const { sockets, states, follow } = setUp(...Array.from({ length: 9 }, unreachable));
  follow();
  for (let attempt = 0; attempt < 9; attempt++) {
    await settled();
    const last = states.at(-1)!;
    const pause = last.is === "lost" ? last.retryAt - Date.now() : -1;
    const full = Math.min(10_000, 250 * 2 ** attempt);
    expect(pause).toBeGreaterThanOrEqual(full * 0.75);
    expect(pause).toBeLessThanOrEqual(full * 1.25);
    // To the moment of the attempt and no further: the next pause is counted from there.
    await vi.advanceTimersToNextTimerAsync();
  }
  expect(states.at(-1)).toEqual({ is: "open" });
  await sockets[0]!.say({ op: "pong", time: "2026-01-01T00:00:00.000Z" });
  sockets[0]!.messages.end();
  await vi.advanceTimersByTimeAsync(313);
  expect(sockets).toHaveLength(2);
});

test("a connection that is refused for now is tried again, and the state has the refusal", async () => {
  const refusal = new ApiError(429, { code: "too_many_streams" }, new Headers());
  const { states, follow } = setUp(refusal, unreachable());
  follow();
  await settled();
  expect(states.at(-1)).toEqual({ is: "lost", retryAt: expect.any(Number), error: refusal });
  await vi.advanceTimersToNextTimerAsync();
  await settled();
  expect(states.at(-1)).toEqual({ is: "lost", retryAt: expect.any(Number) });
});

test("retryNow connects at once, and checks a connection that is open", async () => {
  const { live, sockets, follow } = setUp(unreachable());
  follow();
  await settled();
  expect(sockets).toHaveLength(0);
  live.retryNow();
  await settled();
  expect(sockets).toHaveLength(1);
  live.retryNow();
  expect(sockets[0]!.probed).toBe(1);
});

test("a session that has ended ends the attempts", async () => {
  const { sockets, states, follow } = setUp(new ApiError(401, { code: "api_key_invalid" }, new Headers()));
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(names(states)).toEqual(["connecting", "refused"]);
  expect(sockets).toHaveLength(0);
});

test("an error of one part of the program does not end the stream of the others", async () => {
  const { live, sockets, states, got, follow } = setUp();
  const caught: unknown[] = [];
  const keep = (error: unknown) => caught.push(error);
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", keep);
  live.subscribe({
    botId: "bad",
    channels: ["logs"],
    onRecord() {
      throw new Error("a defect");
    },
  });
  follow("good");
  await settled();
  await sockets[0]!.say(line("1", 1), line("2", 1));
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.removeAllListeners("uncaughtException");
  for (const other of others) process.on("uncaughtException", other);
  expect(got).toEqual(["good:1"]);
  expect(states.at(-1)).toEqual({ is: "open" });
  expect(caught).toMatchObject([{ message: "a defect" }]);
});

test("a stream that is closed while it connects closes the new connection", async () => {
  const { live, sockets, follow } = setUp();
  follow();
  live.close();
  await settled();
  expect(sockets.map(({ closed }) => closed)).toEqual([true]);
});

test("the time of the platform is passed on", async () => {
  const { sockets, times, follow } = setUp();
  follow();
  await settled();
  await sockets[0]!.say({ op: "pong", time: "2026-01-01T00:00:00.000Z" });
  expect(times).toEqual([new Date("2026-01-01T00:00:00.000Z")]);
});
