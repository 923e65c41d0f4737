import { afterEach, expect, test } from "vitest";
import {
  createMockPlatform,
  type Failure,
  type MockPlatform,
  type Scenario,
} from "../../mock-server/src/index.ts";
import {
  ApiError,
  createClient,
  type Exchange,
  UnexpectedAnswerError,
  UnreachableError,
} from "../src/index.ts";

const open: MockPlatform[] = [];
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close();
});

const oneBot: Scenario = { bots: [{ name: "b", bot_id: "bot_b", answers: {} }] };

/** A mock platform with one bot, where requests fail as given, and a client whose pauses take no time. */
async function platform(failures: Failure[] = [], scenario: Scenario = oneBot) {
  const mock = await createMockPlatform({ ...scenario, failures });
  open.push(mock);
  await mock.listen();
  const pauses: number[] = [];
  const exchanges: Exchange[] = [];
  const client = createClient({
    url: mock.apiUrl,
    key: mock.key,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return { mock, client, pauses, exchanges };
}

test("the key of every request is that of the client", async () => {
  const { client, mock } = await platform();
  await client.auth.status();
  await client.bots.get("bot_b");
  expect(mock.requests.map(({ caller }) => caller?.user)).toEqual(["admin", "admin"]);
});

test("an error response becomes an ApiError with code, request id and pointers", async () => {
  const { client, mock } = await platform();
  const instance = { name: "c", type: "realtime/b", version: "latest", config: {}, nome: 1 };
  const error = await client.bots.create(instance as never).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: "validation_failed",
    requestId: mock.requests[0]!.request_id,
    message: expect.stringContaining('"nome"'),
  });
  expect((error as ApiError).errors).toMatchObject([{ pointer: "/nome" }]);
});

test("an error response that is not a problem document has its status and request id", async () => {
  const { client, mock } = await platform([{ status: 502, body: "<html>bad gateway" }]);
  await expect(client.bots.get("bot_b")).rejects.toMatchObject({
    ...{ status: 502, code: "http_502", byPlatform: false, server: undefined, sentBytes: undefined },
    message: "A proxy or another server answered with status 502, not the platform.",
  });
  const error = await client.bots.get("bot_b").catch((thrown: unknown) => thrown);
  expect((error as ApiError).requestId).toBe(mock.requests.at(-1)!.request_id);
});

test("an error page of a proxy names the proxy, and the size of the body that it refused", async () => {
  const headers = { "content-type": "text/html", server: "nginx/1.22.1 (Debian)" };
  const { client } = await platform([{ status: 413, body: "<html>", headers }]);
  const error = client.customBots.upload(new Uint8Array(3), "0".repeat(64));
  await expect(error).rejects.toMatchObject({
    ...{ status: 413, code: "http_413", byPlatform: false, server: "nginx/1.22.1", sentBytes: 3 },
    message: "nginx/1.22.1 answered with status 413, not the platform.",
  });
});

test("a read is retried after the time of Retry-After", async () => {
  const limited = { code: "rate_limited", headers: { "retry-after": "7" }, times: 1 };
  const { client, mock, pauses } = await platform([limited]);
  await expect(client.bots.get("bot_b")).resolves.toMatchObject({ name: "b" });
  expect(mock.requests.map(({ status }) => status)).toEqual([429, 200]);
  expect(pauses).toEqual([7000]);
});

test("an upload that is refused for the moment is sent again", async () => {
  const busy = { operation: "uploadCustomBot", code: "too_many_uploads", headers: { "retry-after": "5" } };
  const { client, mock, pauses } = await platform([{ ...busy, times: 1 }]);
  const sent = client.customBots.upload(new Uint8Array([1]), "0".repeat(64));
  await expect(sent).rejects.toMatchObject({ code: "package_invalid" });
  expect(mock.requests.map(({ status }) => status)).toEqual([429, 422]);
  expect(pauses).toEqual([5000]);
});

test("an error with a long Retry-After is thrown without a retry", async () => {
  const { client, mock } = await platform([{ code: "rate_limited", headers: { "retry-after": "3600" } }]);
  await expect(client.bots.get("bot_b")).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  expect(mock.requests).toHaveLength(1);
});

test("a lost connection is tried three times and then throws UnreachableError", async () => {
  const { client, mock } = await platform([{ cut: true }]);
  await expect(client.bots.get("bot_b")).rejects.toBeInstanceOf(UnreachableError);
  expect(mock.requests).toHaveLength(3);
});

test("creating a bot is retried with the same Idempotency-Key", async () => {
  const { client, mock } = await platform([{ operation: "createBot", cut: true, times: 1 }]);
  await client.bots.create({ name: "c", type: "realtime/b", version: "1.0.0", config: {} });
  const keys = mock.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ["a change", (client: ReturnType<typeof createClient>) => client.bots.patch("b", { version: "2.0.0" })],
  ["a deletion", (client: ReturnType<typeof createClient>) => client.bots.delete("b")],
  ["a query", (client: ReturnType<typeof createClient>) => client.query("b", "/status")],
  ["a new key", (client: ReturnType<typeof createClient>) => client.keys.create({ name: "k" })],
])("%s is never sent twice", async (_what, call) => {
  const { client, mock } = await platform([{ cut: true }]);
  await expect(call(client)).rejects.toBeInstanceOf(UnreachableError);
  expect(mock.requests).toHaveLength(1);
});

test("a refused connection is reported with its reason", async () => {
  const { client, mock } = await platform();
  await mock.close();
  await expect(client.auth.status()).rejects.toThrow(
    `The request to ${new URL(mock.url).origin} failed: connection refused.`,
  );
});

test("a response that is not JSON throws UnexpectedAnswerError", async () => {
  const { client } = await platform([{ status: 200, body: "<html>hello" }]);
  await expect(client.auth.status()).rejects.toBeInstanceOf(UnexpectedAnswerError);
});

test("all pages of a list are read", async () => {
  const bots = Array.from({ length: 201 }, (_, n) => ({ name: `b${n}`, type: "realtime/b" }));
  const { client, mock } = await platform([], { bots });
  expect((await client.bots.list({ status: "running" })).map(({ name }) => name)).toEqual(
    bots.map(({ name }) => name),
  );
  expect(mock.requests).toHaveLength(2);
  expect(mock.requests.every(({ input }) => input?.status === "running")).toBe(true);
});

test("names are encoded in paths", async () => {
  const { client, mock } = await platform();
  for (const id of ["../api-keys?x=1", ".."])
    await expect(client.bots.get(id)).rejects.toMatchObject({ code: "bot_not_found" });
  expect(mock.requests.map(({ path }) => path)).toEqual([
    "/api/v1/bots/..%2Fapi-keys%3Fx%3D1",
    "/api/v1/bots/%252e%252e",
  ]);
});

test("a query sends the JSON unchanged and returns the bytes of the answer", async () => {
  const answers = { "/x": { text: '{"b":12345678901234567890,"a":1}' } };
  const { client, mock } = await platform([], { bots: [{ name: "b", bot_id: "bot_b", answers }] });
  const { status, bytes } = await client.query("bot_b", "/x", '{"id":98765432109876543210}');
  expect(JSON.stringify(mock.requests[0]!.input?.query)).toBe(
    '{"query_path":"/x","params":{"id":98765432109876543210}}',
  );
  expect(status).toBe(200);
  expect(new TextDecoder().decode(bytes)).toBe('{"b":12345678901234567890,"a":1}');
});

test("the failure of a handler is an answer; an error of the platform is thrown", async () => {
  const { client } = await platform([], {
    bots: [
      { name: "failing", bot_id: "bot_failing", answers: { "/x": { error: "boom" } } },
      { name: "none", bot_id: "bot_none" },
    ],
  });
  await expect(client.query("bot_failing", "/x")).resolves.toMatchObject({ status: 500 });
  await expect(client.query("bot_none", "/x")).rejects.toMatchObject({
    code: "no_queries",
    message: "This bot defines no queries",
  });
});

test("a wait that times out returns undefined", async () => {
  const { client } = await platform([{ operation: "waitForBot", code: "wait_timeout" }]);
  await expect(client.bots.wait("bot_b", ["stopped"], 1)).resolves.toBeUndefined();
});

test("onExchange receives method, address, status and request id, but not the key", async () => {
  const { client, mock, exchanges } = await platform();
  await client.bots.get("bot_b");
  expect(exchanges).toHaveLength(1);
  const requestId = mock.requests[0]!.request_id;
  expect(exchanges[0]).toMatchObject({ method: "GET", status: 200, requestId, attempt: 1 });
  expect(JSON.stringify(exchanges)).not.toContain(mock.key);
});

test("all pages of state keys are read", async () => {
  const keys = Array.from({ length: 2001 }, (_, n) => `k${String(n).padStart(4, "0")}`);
  const state = Object.fromEntries(keys.map((key) => [key, 1]));
  const { client, mock } = await platform([], { bots: [{ name: "b", bot_id: "bot_b", state }] });
  expect((await client.state.list("bot_b")).map(({ key }) => key)).toEqual(keys);
  const cursors = mock.requests.map(({ input }) => input?.cursor);
  expect([cursors.length, new Set(cursors).size, cursors[0]]).toEqual([3, 3, undefined]);
});

test("https:// to a port without TLS is reported as plain HTTP, with the address to use", async () => {
  const { mock } = await platform();
  const client = createClient({
    url: mock.apiUrl.replace("http:", "https:"),
    key: mock.key,
    sleep: async () => {},
  });
  const error = await client.auth.status().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreachableError);
  expect(error).toMatchObject({
    code: "PLAIN_HTTP",
    message: expect.stringContaining(`this platform speaks plain HTTP. Use ${mock.url}.`),
  });
});
