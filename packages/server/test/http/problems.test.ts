import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
});
afterAll(() => at.close());

/** Sends raw bytes and returns everything received until the end; `more` is sent after the first answer. */
function raw(text: string, more?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(at.platform.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      answer += data;
    });
    if (more !== undefined) socket.once("data", () => socket.write(more));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test("an unknown path is answered with a problem document, with or without a key", async () => {
  for (const path of ["/nothing", "/api", "/api/v1", "/api/v1/nothing", "/mcp/x", "/.well-known/x"]) {
    for (const client of [me, at.client(undefined)]) {
      const answer = await client.ask("GET", path.startsWith("/api") ? path : `${at.platform.url}${path}`);
      expect(answer.json).toMatchObject({ status: 404, code: "not_found", instance: path });
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    }
  }
});

test("a known path reports the methods that it supports", async () => {
  const refused = await me.ask("PUT", "/bots/bot_x");
  expect(refused.json).toMatchObject({ status: 405, code: "method_not_allowed" });
  expect(refused.headers.get("allow")).toBe("DELETE, GET, HEAD, PATCH");
  expect((await me.ask("OPTIONS", "/bots")).status).toBe(405);
  expect((await me.get(`/bots/${"x".repeat(2000)}`)).json).toMatchObject({
    status: 400,
    code: "malformed_request",
  });
});

test("every answer has a request id, forbids caching and shows no stack", async () => {
  const answers = [await me.get("/auth/status"), await me.get("/nothing"), await me.get("/bots/bot_x")];
  for (const answer of answers) {
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect(answers[2]!.json.request_id).toBe(answers[2]!.headers.get("x-request-id"));
  expect(answers.map((answer) => answer.text).join()).not.toMatch(/node_modules|\.ts:|at .*\(/);
});

test("a state key of two dots that a client encodes once deletes no bot", async () => {
  const id = await me.bot("dotted");
  const strayed = await me.ask("DELETE", `/bots/${id}/state/${encodeURIComponent("..")}`);
  expect(strayed.json).toMatchObject({ status: 404, code: "not_found", instance: `/api/v1/bots/${id}/` });
  expect((await me.ask("DELETE", `/bots/${id}`)).status).toBe(204);
});

test("an invalid path is a problem document with the request id in the header too", async () => {
  for (const path of ["/bots/%ff", `/bots/${"x".repeat(2000)}`]) {
    const answer = await me.get(path);
    expect(answer.json).toMatchObject({ status: 400, code: "malformed_request" });
    expect(answer.headers.get("x-request-id")).toBe(answer.json.request_id);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("an upgrade where there is no stream, or an unknown expectation, changes no answer", async () => {
  const websocket = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
  const asks = [
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n",
    `${websocket}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`,
    "Expect: something\r\n",
  ];
  for (const ask of asks) {
    // The second request shows that the connection still works.
    const answer = await raw(
      `GET /nothing/%ff HTTP/1.1\r\nHost: x\r\n${ask}\r\n`,
      "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"malformed_request"[\s\S]*HTTP\/1\.1 200 OK/);
  }
  const stream = await raw(
    `GET /api/v1/stream HTTP/1.1\r\nHost: x\r\nx-api-key: ${me.key}\r\nConnection: close\r\nUpgrade: websocket\r\n\r\n`,
  );
  expect(stream).toMatch(/^HTTP\/1\.1 426 [\s\S]*"upgrade_required"/);
});

test("two headers of one name with different keys are refused, the same key twice is not", async () => {
  const ask = (...lines: string[]) =>
    raw(`GET /api/v1/auth/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join("\r\n")}\r\n\r\n`);
  const { key } = me;
  for (const lines of [
    [`Authorization: ApiKey ${key}`, "Authorization: ApiKey by_other"],
    [`Authorization: ApiKey ${key}`, "Authorization: Basic eDp5"],
    ["Authorization: Basic eDp5", `Authorization: ApiKey ${key}`],
    [`x-api-key: ${key}`, "x-api-key: by_other"],
  ])
    expect(await ask(...lines), lines.join()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"ambiguous_api_key"/);
  for (const lines of [
    [`Authorization: ApiKey ${key}`, `Authorization: Bearer ${key}`],
    [`x-api-key: ${key}`, `x-api-key: ${key}`],
    [`x-api-key: ${key}`, "Authorization: Basic eDp5"],
  ])
    expect(await ask(...lines), lines.join()).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("a request with Expect: 100-continue is refused at once, or told to continue", async () => {
  const upload = (key: string, body?: string) =>
    raw(
      `POST /api/v1/custom-bots HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ApiKey ${key}\r\n` +
        "Content-Type: application/gzip\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
      body,
    );
  expect(await upload("by_wrong")).toMatch(/^HTTP\/1\.1 401 [\s\S]*"api_key_invalid"/);
  expect(await upload(me.key, "no gzip!!")).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 [\s\S]*"package_invalid"/,
  );
});

test("a request without a Host header is refused, except with HTTP/1.0", async () => {
  const ask = (version: string) => raw(`GET /healthz HTTP/${version}\r\nConnection: close\r\n\r\n`);
  expect(await ask("1.1")).toMatch(/^HTTP\/1\.1 400 [\s\S]*no Host header[\s\S]*"malformed_request"/);
  expect(await ask("1.0")).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("a request with two Host headers is refused", async () => {
  const answer = await raw("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*2 Host headers[\s\S]*"malformed_request"/);
});

test("a body that is not JSON, not UTF-8, too large or of another type has its own error code", async () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
    me.ask("POST", "/api-keys", { raw: body, headers: { "content-type": type } });
  expect((await send("{")).json).toMatchObject({ status: 400, code: "malformed_json" });
  expect((await send('{"name":"a",}')).json.code).toBe("malformed_json");
  expect((await send('\ufeff{"name":"a"}')).json).toMatchObject({
    code: "malformed_json",
    detail:
      "The body is not valid JSON: it begins with a byte order mark. Remove it: save the text as UTF-8 without BOM.",
  });
  expect((await send(Buffer.from([0x22, 0xff, 0x22]))).json).toMatchObject({
    code: "malformed_json",
    detail: "The body is not UTF-8.",
  });
  expect((await send(`"${"a".repeat(1024 * 1024)}"`)).json).toMatchObject({
    status: 413,
    code: "payload_too_large",
    detail: "The body is larger than 1048576 bytes.",
  });
  expect((await send("name=a", "application/x-www-form-urlencoded")).json).toMatchObject({
    status: 415,
    detail: 'The content type "application/x-www-form-urlencoded" is not supported here.',
    hint: expect.stringContaining("application/json"),
  });
  expect((await send("")).json).toMatchObject({ status: 400, code: "malformed_json" });
  expect((await send("[]")).json).toMatchObject({ status: 422, code: "validation_failed" });
});

test("an internal error reveals only its request id", async () => {
  const failing = at.engine.isolation;
  at.engine.isolation = () => {
    throw new Error("secret detail");
  };
  const answer = await me.ask("GET", `${at.platform.url}/healthz`);
  at.engine.isolation = failing;
  expect(answer.json).toMatchObject({ status: 500, code: "internal_error", detail: "The platform failed" });
  expect(answer.text).not.toContain("secret detail");
});

test("invalid HTTP is answered with a problem document and closed", async () => {
  const garbage = await raw("NONSENSE\r\n\r\n");
  expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
  expect(garbage).toContain('"code":"malformed_request"');
  const headers = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`);
  expect(headers).toMatch(/^HTTP\/1\.1 431 /);
  const badUrl = await raw("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(badUrl).toMatch(/^HTTP\/1\.1 400 /);
  expect(badUrl).toContain("application/problem+json");
});

test("many requests share one connection", async () => {
  const request = `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`;
  const answer = await raw(request.repeat(20) + request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(21);
});

test("each user has its own quota of requests, reported in every answer", async () => {
  const small = await openPlatform({ settings: { writesPerMinute: 3, readsPerMinute: 5 } });
  try {
    const first = await small.admin.get("/bots");
    expect(first.headers.get("ratelimit-policy")).toBe('"read";q=5;w=60');
    expect(first.headers.get("ratelimit")).toMatch(/^"read";r=4;t=\d+$/);
    for (let n = 0; n < 3; n++) expect((await small.admin.post("/bots", {})).status).toBe(422);
    const limited = await small.admin.post("/bots", {});
    expect(limited.json).toMatchObject({ status: 429, code: "rate_limited" });
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    const dryRun = await small.admin.post("/bots?dry_run=true", {});
    expect(dryRun.headers.get("ratelimit")).toMatch(/^"read";r=3;t=\d+$/);
    expect((await small.admin.post("/api-keys?dry_run=true", {})).status).toBe(429);
    expect((await small.admin.get("/bots")).status).toBe(200);
    expect((await (await small.user("other")).post("/bots", {})).status).toBe(422);
  } finally {
    await small.close();
  }
});
