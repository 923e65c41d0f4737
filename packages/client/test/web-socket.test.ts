import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWebSocket } from "../src/stream/web-socket.ts";

/** The WebSocket of a browser whose connection carries nothing unless the test does it. */
class FakeWebSocket {
  static readonly OPEN = 1;
  static last: FakeWebSocket;
  readyState = 0;
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeWebSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const opening = openWebSocket("ws://platform/stream");
  const fake = FakeWebSocket.last;
  fake.readyState = FakeWebSocket.OPEN;
  fake.onopen!();
  const socket = await opening;
  let ended: unknown = false;
  const reading = (async () => {
    for await (const _ of socket.messages);
  })();
  reading.then(
    () => {
      ended = true;
    },
    (error) => {
      ended = error;
    },
  );
  return { fake, socket, ended: () => ended };
}
const pong = { data: '{"op":"pong","time":"2026-01-01T00:00:00.000Z"}' };

test("a connection that is silent and does not answer is lost within 25 s", async () => {
  const { fake, ended } = await open();
  fake.onmessage!(pong);
  fake.sent = [];
  await vi.advanceTimersByTimeAsync(15_000);
  expect(fake.sent).toEqual(['{"op":"ping"}']);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ended()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended()).toBe(true);
  expect(fake.closed).toBe(true);
});

test("a connection that answers is kept, however long nothing happens", async () => {
  const { fake, ended } = await open();
  fake.send = (text) => {
    fake.sent.push(text);
    setTimeout(() => fake.onmessage?.(pong), 100);
  };
  fake.onmessage!(pong);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ended()).toBe(false);
  expect(fake.sent.length).toBeGreaterThan(200);
});

test("a probe, as after the sleep of a laptop, finds a lost connection within 10 s", async () => {
  const { fake, socket, ended } = await open();
  fake.onmessage!(pong);
  socket.probe!();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended()).toBe(true);
});

test("a key that was revoked while connected ends the messages with a refusal", async () => {
  const { fake, ended } = await open();
  fake.onclose!({ code: 1008, reason: "The key was revoked." });
  await vi.advanceTimersByTimeAsync(0);
  expect(ended()).toMatchObject({ status: 401, message: "The key was revoked." });
});
