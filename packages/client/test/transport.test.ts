import { afterEach, expect, test } from "vitest";
import {
  ApiError,
  createClient,
  type Exchange,
  UnexpectedAnswerError,
  UnreachableError,
} from "../src/index.ts";
import { fakePlatform, type Says, type Seen } from "./fake-platform.ts";

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

async function platform(answer: (seen: Seen, count: number) => Says) {
  const fake = await fakePlatform(answer);
  closing.push(fake.close);
  const pauses: number[] = [];
  const exchanges: Exchange[] = [];
  const client = createClient({
    url: fake.url,
    key: "by_secret",
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return { ...fake, client, pauses, exchanges };
}

test("the key is sent in the Authorization header of every request", async () => {
  const { client, seen } = await platform(() => ({ json: { valid: true } }));
  await client.auth.status();
  expect(seen[0]!.headers.authorization).toBe("ApiKey by_secret");
});

test("an error response becomes an ApiError with code, request id and pointers", async () => {
  const { client } = await platform(() => ({
    status: 422,
    json: {
      code: "validation_failed",
      detail: "Not valid.",
      request_id: "req_9",
      errors: [{ pointer: "/name", detail: "is missing" }],
    },
  }));
  const error = await client.bots.create({} as never).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: "validation_failed",
    requestId: "req_9",
    message: "Not valid.",
  });
  expect((error as ApiError).errors).toEqual([{ pointer: "/name", detail: "is missing" }]);
});

test("an error response that is not a problem document has its status and request id", async () => {
  const { client } = await platform(() => ({ status: 502, text: "<html>bad gateway" }));
  await expect(client.bots.get("b")).rejects.toMatchObject({
    status: 502,
    code: "http_502",
    requestId: "req_1",
  });
});

test("a read is retried after the time of Retry-After", async () => {
  const { client, seen, pauses } = await platform((_seen, count) =>
    count === 1 ? { status: 429, json: {}, headers: { "retry-after": "7" } } : { json: { bot_id: "b" } },
  );
  await expect(client.bots.get("b")).resolves.toMatchObject({ bot_id: "b" });
  expect(seen).toHaveLength(2);
  expect(pauses).toEqual([7000]);
});

test("an error with a long Retry-After is thrown without a retry", async () => {
  const { client, seen } = await platform(() => ({
    status: 429,
    json: {},
    headers: { "retry-after": "3600" },
  }));
  await expect(client.bots.get("b")).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  expect(seen).toHaveLength(1);
});

test("a lost connection is tried three times and then throws UnreachableError", async () => {
  const { client, seen } = await platform(() => "hang up");
  await expect(client.bots.get("b")).rejects.toBeInstanceOf(UnreachableError);
  expect(seen).toHaveLength(3);
});

test("creating a bot is retried with the same Idempotency-Key", async () => {
  const { client, seen } = await platform((_seen, count) =>
    count === 1 ? "hang up" : { status: 201, json: { bot_id: "b" } },
  );
  await client.bots.create({ name: "b", type: "realtime/b", version: "1.0.0", config: {} });
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
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
  const { client, seen } = await platform(() => "hang up");
  await expect(call(client)).rejects.toBeInstanceOf(UnreachableError);
  expect(seen).toHaveLength(1);
});

test("a refused connection is reported with its reason", async () => {
  const { client, url, close } = await platform(() => ({ json: {} }));
  await close();
  await expect(client.auth.status()).rejects.toThrow(
    `The request to ${new URL(url).origin} failed: connection refused.`,
  );
});

test("a response that is not JSON throws UnexpectedAnswerError", async () => {
  const { client } = await platform(() => ({ text: "<html>hello" }));
  await expect(client.auth.status()).rejects.toBeInstanceOf(UnexpectedAnswerError);
});

test("all pages of a list are read", async () => {
  const { client, seen } = await platform(({ path }) =>
    path.includes("cursor=next")
      ? { json: { items: [{ bot_id: "2" }] } }
      : { json: { items: [{ bot_id: "1" }], next_cursor: "next" } },
  );
  expect((await client.bots.list({ status: "running" })).map(({ bot_id }) => bot_id)).toEqual(["1", "2"]);
  expect(seen.every(({ path }) => path.includes("status=running"))).toBe(true);
});

test("names are encoded in paths", async () => {
  const { client, seen } = await platform(() => ({ json: {} }));
  await client.bots.get("../api-keys?x=1");
  await client.bots.get("..");
  expect(seen.map(({ path }) => path)).toEqual([
    "/api/v1/bots/..%2Fapi-keys%3Fx%3D1",
    "/api/v1/bots/%252e%252e",
  ]);
});

test("a query sends the JSON unchanged and returns the bytes of the answer", async () => {
  const { client, seen } = await platform(() => ({ text: '{"b":12345678901234567890,"a":1}' }));
  const { status, bytes } = await client.query("b", "/x", '{"id":98765432109876543210}');
  expect(seen[0]!.body).toBe('{"query_path":"/x","params":{"id":98765432109876543210}}');
  expect(status).toBe(200);
  expect(new TextDecoder().decode(bytes)).toBe('{"b":12345678901234567890,"a":1}');
});

test("the failure of a handler is an answer; an error of the platform is thrown", async () => {
  const { client } = await platform(({ path }) =>
    path.endsWith("/failing")
      ? {
          status: 500,
          text: '{"status":"error","error":"boom"}',
          headers: { "content-type": "application/json" },
        }
      : { status: 422, json: { code: "no_queries", detail: "This bot defines no queries" } },
  );
  await expect(client.query("failing", "/x")).resolves.toMatchObject({ status: 500 });
  await expect(client.query("none", "/x")).rejects.toMatchObject({
    code: "no_queries",
    message: "This bot defines no queries",
  });
});

test("a wait that times out returns undefined", async () => {
  const { client } = await platform(() => ({ status: 504, json: { code: "wait_timeout" } }));
  await expect(client.bots.wait("b", ["running"], 1)).resolves.toBeUndefined();
});

test("onExchange receives method, address, status and request id, but not the key", async () => {
  const { client, exchanges } = await platform(() => ({ json: {} }));
  await client.bots.get("b");
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({ method: "GET", status: 200, requestId: "req_1", attempt: 1 });
  expect(JSON.stringify(exchanges)).not.toContain("by_secret");
});

test("all pages of state keys are read", async () => {
  const { client, seen } = await platform((_seen, count) => ({
    json: { items: [{ key: `k${count}` }], ...(count < 3 && { next_cursor: `after ${count}` }) },
  }));
  expect((await client.state.list("b")).map(({ key }) => key)).toEqual(["k1", "k2", "k3"]);
  expect(seen.map(({ path }) => new URL(path, "http://x").searchParams.get("cursor"))).toEqual([
    null,
    "after 1",
    "after 2",
  ]);
});
