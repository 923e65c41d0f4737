import { EventEmitter } from "node:events";
import { afterEach, expect, test } from "vitest";
import { Connections } from "../../src/doors/http/connections.ts";
import { type Served, serve, Wire } from "./served.ts";

/** As on a machine with few open files; Node raises a lower soft limit by itself. */
const fewFiles = ["sh", "-c", 'ulimit -n 1024; exec "$@"', "sh"];
let at: Served;
let wires: Wire[] = [];
afterEach(async () => {
  for (const { socket } of wires) socket.destroy();
  wires = [];
  await at?.close();
  at = undefined as never;
});

function open(count: number, from?: string): Wire[] {
  const opened = Array.from({ length: count }, () => new Wire(at.port, from));
  wires.push(...opened);
  return opened;
}

const answers = async (path = "/api/v1/bots") =>
  (await fetch(at.url + path, { headers: { authorization: `ApiKey ${at.key}` } })).status;
const refusals = () =>
  at.log
    .map((line) => JSON.parse(line) as { time: number; refused?: Record<string, number> })
    .filter(({ refused }) => refused !== undefined);
const refusedCount = () =>
  refusals()
    .flatMap(({ refused }) => Object.values(refused!))
    .reduce((sum, count) => sum + count, 0);

test("connections that were refused are closed, also if their clients stay, and are logged once a second with their number", async () => {
  at = await serve();
  const before = at.openFiles();
  const refused = open(400);
  const requests = ["NONSENSE\r\n\r\n", `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`];
  await Promise.all(refused.map((one, n) => one.send(requests[n % 2]!)));
  await expect.poll(() => refused.filter(({ status }) => status !== undefined).length).toBe(400);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400, 431]));
  await expect.poll(() => at.openFiles()).toBeLessThan(before + 10);
  await expect.poll(refusedCount).toBe(400);
  const times = refusals().map(({ time }) => time);
  for (const [n, time] of times.slice(1).entries()) expect(time - times[n]!).toBeGreaterThanOrEqual(990);
  expect(refusals().map(({ refused }) => Object.keys(refused!))).toContainEqual(
    expect.arrayContaining(["malformed_request"]),
  );
});

test("an upload that its client cuts off is not logged as a failure of the platform", async () => {
  at = await serve();
  const call = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${at.key}\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`;
  for (const request of [
    call("/api/v1/custom-bots", "application/gzip"),
    call("/api/v1/bots", "application/json"),
  ]) {
    const [one] = open(1) as [Wire];
    await one.send(request + "x".repeat(1_000));
    await expect.poll(() => at.connections()).toBe(1);
    one.socket.destroy();
    await expect.poll(() => at.connections()).toBe(0);
  }
  expect(await answers()).toBe(200);
  expect(at.log.filter((line) => line.includes("request failed"))).toEqual([]);
});

test("connections that send nothing or only half a request do not shut others out, nor take all open files", async () => {
  at = await serve({}, fewFiles);
  open(500);
  await Promise.all(open(900).map((one) => one.send("GET / HTTP/1.1\r\nHost: x\r\n")));
  for (let n = 0; n < 20; n++) expect(await answers()).toBe(200);
  expect(at.openFiles()).toBeLessThan(700);
});

test("a new connection takes the place of the one that has been idle for longest, and not that of a stream", async () => {
  at = await serve({ PLATFORM_CONNECTIONS: "50" });
  const [stream] = open(1) as [Wire];
  await stream.send(
    `GET /api/v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${at.key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await expect.poll(() => stream.status).toBe(101);
  const many = open(60);
  await expect.poll(() => many.filter(({ isClosed }) => isClosed).length).toBe(11);
  expect(many.findIndex(({ isClosed }) => !isClosed)).toBe(11);
  expect(await answers()).toBe(200);
  expect(stream.isClosed).toBe(false);
});

test("idle connections of one address take the place of each other, and not of those of other addresses", () => {
  const server = new EventEmitter();
  new Connections(10).bound({ server, addHook() {} } as never);
  const closed: string[] = [];
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy() {
        closed.push(remoteAddress);
        socket.emit("close");
      },
    });
    server.emit("connection", socket);
  };
  connect("203.0.113.7");
  for (let n = 0; n < 100; n++) connect(`2001:db8::${n}`);
  connect("203.0.113.8");
  expect(closed).toHaveLength(92);
  expect(closed.every((address) => address.startsWith("2001:db8::"))).toBe(true);
});
