import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { everything, linesOf, RealBot, rawConnection, type Served } from "./real-bot.ts";

const botProgram = `
import { query, state, success } from "@botyard/sdk";
query.handler("/echo", (request) => ({ path: request.path, all: request.values() }));
query.handler("/a b", () => "spaced");
query.handler("/limit", (request) => request.getInteger("limit", 10));
query.handler("/kaput", () => { throw new Error("kaput"); });
query.handler("/write", () => { state.set("a", 8); });
query.handler("/report", () => success("x"));
query.handler("/text", () => "é\u{1F600}");
query.handler("/nothing", () => {});
query.handler("/slow", () => new Promise((resolve) => setTimeout(resolve, 400, "slow")));
query.handler("/floating", () => { Promise.reject(new Error("floating")); setTimeout(() => { throw new Error("timer"); }); return 1; });
query.handler("/again", () => query.run().catch((error) => error.code));
query.handler("/late", () => { query.handler("/new", () => "new"); });
await query.run();
`;

const serve = () => new RealBot(botProgram).serve();
const get = async ({ url }: Served, path: string, options: RequestInit = {}) => {
  const response = await fetch(url + path, options);
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = await response.arrayBuffer();
  expect(response.headers.get("content-length")).toBe(String(body.byteLength));
  return { status: response.status, body: JSON.parse(Buffer.from(body).toString()) };
};

test("answers are the handlers' values, with parameters from query string and body [Q-7] [Q-22] [Q-26]", async () => {
  const served = await serve();
  expect(await get(served, "/echo?limit=5&a=1&a=2&e")).toEqual({
    status: 200,
    body: { path: "/echo", all: { limit: "5", a: "2", e: "" } },
  });
  expect(await get(served, "/echo?a=1&b=1", { method: "POST", body: '{"a":{"x":[null]}}' })).toMatchObject({
    body: { all: { a: { x: [null] }, b: "1" } },
  });
  expect(await get(served, "/echo", { method: "POST" })).toMatchObject({ status: 200, body: { all: {} } });
  expect(await get(served, "/limit?limit=5.0")).toEqual({ status: 200, body: 5 });
  expect(await get(served, "/a%20b")).toEqual({ status: 200, body: "spaced" });
  expect(await get(served, "/text")).toEqual({ status: 200, body: "é\u{1F600}" });
  expect(await get(served, "/nothing")).toEqual({ status: 200, body: null });
});

test("each refusal has its status and document, and the server keeps running [Q-7] [Q-15]", async () => {
  const served = await serve();
  expect(await get(served, "/kaput")).toEqual({ status: 500, body: { status: "error", error: "kaput" } });
  expect(await get(served, "/write")).toMatchObject({
    status: 500,
    body: { error: "state is read-only in a query process: set" },
  });
  expect(await get(served, "/report")).toMatchObject({
    status: 500,
    body: { error: "success cannot be used in a query process" },
  });
  expect(await get(served, "/limit?limit=x")).toMatchObject({
    status: 400,
    body: { code: "query.invalid_param" },
  });
  expect(await get(served, "/echo", { method: "POST", body: "[1]" })).toMatchObject({
    status: 400,
    body: { code: "query.params_not_object" },
  });
  expect(await get(served, "/nope")).toMatchObject({
    status: 404,
    body: { code: "query.unknown_path", available_queries: expect.arrayContaining(["/info"]) },
  });
  expect(await get(served, "/again")).toEqual({ status: 200, body: "query.already_running" });
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]) {
    const response = await fetch(`${served.url}/nope`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
    const text = await response.text();
    if (method !== "HEAD")
      expect(JSON.parse(text)).toEqual({
        status: "error",
        error: `method ${method} is not allowed`,
        code: "query.method_not_allowed",
      });
  }
  const large = Buffer.alloc((1 << 20) + 1, " ");
  expect(await get(served, "/echo", { method: "POST", body: large })).toMatchObject({
    status: 413,
    body: { code: "query.body_too_large" },
  });
  const chunked = new ReadableStream({
    start: (controller) => {
      controller.enqueue(large);
      controller.close();
    },
  });
  expect(
    await get(served, "/echo", { method: "POST", body: chunked, duplex: "half" } as RequestInit),
  ).toMatchObject({ status: 413 });
  expect(await get(served, "/nope", { method: "POST", body: large })).toMatchObject({ status: 404 });
  const fits = `{"a":"${"x".repeat((1 << 20) - 8)}"}`;
  expect(await get(served, "/limit", { method: "POST", body: fits })).toMatchObject({ status: 200 });
});

test.each([
  ["announces", "Content-Length: 2000000\r\n\r\n"],
  [
    "has sent",
    `Transfer-Encoding: chunked\r\n\r\n${"10000\r\n".concat("x".repeat(0x10000), "\r\n").repeat(17)}`,
  ],
])("a body that %s too much is refused before it is complete [Q-7]", async (_, rest) => {
  const served = await serve();
  const socket = await rawConnection(served.port);
  socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\n${rest}`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 .*"query\.body_too_large"/s);
});

test("failures in the background are logged and do not end the server [Q-15] [LOG-4]", async () => {
  const served = await serve();
  expect(await get(served, "/floating")).toMatchObject({ status: 200 });
  expect(await get(served, "/slow")).toMatchObject({ status: 200 });
  served.child.kill();
  const { exitCode, stdout, stderr } = await served.end;
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
  expect(linesOf(stderr)).toMatchObject([
    { level: "error", message: "floating" },
    { level: "error", message: "timer" },
  ]);
});

test("a handler registered while the server runs is found [Q-2]", async () => {
  const served = await serve();
  await get(served, "/late");
  expect(await get(served, "/new")).toEqual({ status: 200, body: "new" });
});

test("slow handlers, idle connections and half-sent requests do not delay other queries [Q-27]", async () => {
  const served = await serve();
  await rawConnection(served.port);
  const half = await rawConnection(served.port);
  half.write("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{");
  const order: string[] = [];
  const ask = (path: string) => get(served, path).then(() => order.push(path));
  await Promise.all([ask("/slow"), ask("/slow"), ask("/echo")]);
  expect(order).toEqual(["/echo", "/slow", "/slow"]);
});

test.each([
  [
    "a request on a path of raw bytes",
    "GET /\u00c3\u00a9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    /^(HTTP\/1\.1 40[04] |$)/,
  ],
  [
    "stray percent signs",
    "GET /%zz%ff?a=%&b=%e2%82 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    / 404 .*"no query handler for \/%zz\ufffd"/s,
  ],
  [
    "an absolute target",
    "GET http://x/limit?limit=3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    / 200 .*\r\n\r\n3$/s,
  ],
  ["HTTP/1.0", "GET /limit HTTP/1.0\r\n\r\n", / 200 .*\r\n\r\n10$/s],
  [
    "a query with an upgrade",
    "GET /limit HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n",
    / 200 .*\r\n\r\n10$/s,
  ],
  [
    "CONNECT",
    "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
    / 405 .*Allow: GET, POST.*"query.method_not_allowed"/s,
  ],
  [
    "a method of nobody",
    "FOO /limit HTTP/1.1\r\nHost: x\r\n\r\n",
    / 405 .*Allow: GET, POST.*"method FOO is not allowed"/s,
  ],
  [
    "more after the last request",
    "GET /limit HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /nope HTTP/1.1\r\n\r\n",
    / 200 .*\r\n\r\n10$/s,
  ],
  [
    "garbage behind a request",
    "GET /limit HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n",
    /^HTTP\/1\.1 200 .*\r\n\r\n10HTTP\/1\.1 400 /s,
  ],
  [
    "a method of nobody behind a request",
    "GET /limit HTTP/1.1\r\nHost: x\r\n\r\nFOO /limit HTTP/1.1\r\nHost: x\r\n\r\n",
    /^HTTP\/1\.1 200 .*\r\n\r\n10HTTP\/1\.1 405 .*"method FOO is not allowed"/s,
  ],
  ["garbage", "\u0000\u0001 hello\r\n\r\n", /^(HTTP\/1\.1 400 |$)/],
  ["a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", /^(HTTP\/1\.1 400 |$)/],
  [
    "two lengths",
    "POST /limit HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    /^(HTTP\/1\.1 400 |$)/,
  ],
])(
  "%s is answered or refused, and the server keeps running [Q-24] [Q-25] [Q-28]",
  async (_, bytes, expected) => {
    const served = await serve();
    const socket = await rawConnection(served.port);
    const answer = everything(socket);
    socket.write(Buffer.from(bytes, "latin1"));
    expect(await answer).toMatch(expected);
    expect(await get(served, "/health")).toEqual({ status: 200, body: { status: "ok" } });
  },
);

test("connections are kept open and answers are sent without delay [Q-20] [Q-26]", async () => {
  const served = await serve();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set();
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      const outgoing = httpRequest(`${served.url}/limit`, { agent }, (response) =>
        response.resume().once("end", () => resolve()),
      );
      outgoing
        .once("socket", (socket) => sockets.add(socket))
        .once("error", reject)
        .end();
    });
    times.push(performance.now() - start);
  }
  agent.destroy();
  expect(sockets.size).toBe(1);
  // With Nagle's algorithm and delayed acknowledgements each would take 40 ms.
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(30);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "on %s answers in progress are finished, other connections closed, exit code 0 [Q-29] [Q-30]",
  async (signal) => {
    const served = await serve();
    const idle = await rawConnection(served.port);
    const half = await rawConnection(served.port);
    half.write("GET /echo HTTP/1.1\r\nHo");
    const answer = get(served, "/slow");
    // The slow answer is in progress once a later query on another connection has been answered.
    await get(served, "/echo");
    served.child.kill(signal);
    const closed = [everything(idle), everything(half)];
    expect(await answer).toEqual({ status: 200, body: "slow" });
    expect(await served.end).toEqual({ exitCode: 0, signal: null, stdout: "", stderr: "" });
    await Promise.all(closed);
    await expect(rawConnection(served.port)).rejects.toThrow("ECONNREFUSED");
  },
);

test("a connection without a request is closed while an answer is in progress [Q-29]", async () => {
  const served = await serve();
  const idle = await rawConnection(served.port);
  const order: string[] = [];
  const answered = get(served, "/slow").then(() => order.push("answered"));
  await get(served, "/echo");
  served.child.kill();
  await Promise.all([everything(idle).then(() => order.push("closed")), answered]);
  expect(order).toEqual(["closed", "answered"]);
});

test("a keep-alive connection and a running timer do not delay the exit [Q-29]", async () => {
  const bot = new RealBot(
    `import { query } from "@botyard/sdk"; setInterval(() => {}, 1000); await query.run();`,
  );
  const served = await bot.serve();
  await get(served, "/health");
  served.child.kill();
  expect((await served.end).exitCode).toBe(0);
});

test.each(["abc", "0", "65536", "1.5", " 80"])(
  "QUERY_PORT %j ends the program with a message [Q-21]",
  async (port) => {
    const { exitCode, stderr } = await new RealBot(botProgram).run({ QUERY_PORT: port });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(`QUERY_PORT must be a number from 1 to 65535, got "${port}"`);
    expect(stderr).toContain("query.invalid_port");
  },
);

test("a port in use ends the program with a message [Q-21]", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  const { exitCode, stderr } = await new RealBot(botProgram).run({ QUERY_PORT: String(port) });
  other.close();
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(`cannot listen on 127.0.0.1:${port}: EADDRINUSE\n`);
});

test.each([
  ["203.0.113.1", "EADDRNOTAVAIL"],
  ["no such host", "ENOTFOUND"],
])("the address %s cannot be listened on, and the reason is only %s [Q-21] [ERR-2]", async (host, reason) => {
  const bot = new RealBot(botProgram);
  const { exitCode, stderr } = await bot.run({ QUERY_PORT: "19476", QUERY_HOST: host });
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(`cannot listen on ${host}:19476: ${reason}\n`);
});
