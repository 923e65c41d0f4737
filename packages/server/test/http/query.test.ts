import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answered } from "./fake-engine.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let asked: string;
let silent: string;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  asked = await me.bot("asked", { queries: true });
  silent = await me.bot("silent");
  for (const id of [asked, silent]) await me.get(`/bots/${id}/wait?status=running&timeout=5`);
});
afterAll(() => at.close());
beforeEach(() => {
  at.engine.answer = () => answered(200, "null");
});

const ask = (id: string, body: unknown = { query_path: "/status", params: {} }, query = "") =>
  me.post(`/query/${id}${query}`, body);

test("an answer is passed on byte for byte, a string with its quotes", async () => {
  for (const body of [
    '"a text"',
    '{"b":1, "a":12345678901234567890,"c":1.0}',
    "null",
    "[]",
    "7",
    "",
    "not json",
  ]) {
    at.engine.answer = () => answered(200, body);
    const answer = await ask(asked);
    expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([
      200,
      "application/json",
    ]);
    expect(answer.text).toBe(body);
  }
});

test("404, 400 and 500 of the bot are passed on unchanged", async () => {
  for (const status of [404, 400, 500]) {
    at.engine.answer = () => answered(status, `{"status":"error","error":"${status}"}`);
    const answer = await ask(asked);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ status: "error", error: String(status) });
    expect(answer.headers.get("content-type")).not.toContain("problem");
  }
});

test("path, params and time-out reach the bot unchanged", async () => {
  const seen: unknown[] = [];
  at.engine.answer = (...all) => {
    seen.push(all.slice(0, 3));
    return answered(200, "1");
  };
  const params = { text: "5", number: 1.5, list: [null, true], __proto__key: { a: {} }, "": "empty" };
  await ask(asked, { query_path: "/a/b-c_d.e~f", params }, "?timeout_ms=1234");
  await ask(asked, { query_path: "/x" });
  await ask(asked, '{"query_path":"/x","params":{"__proto__":1}}' as never);
  expect(seen.slice(0, 2)).toEqual([
    ["/a/b-c_d.e~f", params, 1234],
    ["/x", {}, 10_000],
  ]);
});

test("the engine is notified when the client disconnects", async () => {
  const client = new AbortController();
  const left = new Promise<string>((resolve) => {
    at.engine.answer = (_path, _params, _timeout, gone) => {
      gone.addEventListener("abort", () => resolve("gone"));
      client.abort();
      return new Promise(() => {});
    };
  });
  const headers = { authorization: `ApiKey ${me.key}`, "content-type": "application/json" };
  const address = `${at.platform.apiUrl}/query/${asked}`;
  const body = '{"query_path":"/status"}';
  await expect(fetch(address, { method: "POST", headers, body, signal: client.signal })).rejects.toThrow();
  expect(await left).toBe("gone");
});

test("numbers in params keep their digits on the way to the bot", async () => {
  let text = "";
  at.engine.answer = (_path, params) => {
    text = JSON.stringify(params);
    return answered(200, "1");
  };
  const params = '{"id":12345678901234567890,"n":[1.0,2,0.1234567890123456789,-9007199254740993],"t":"5"}';
  const raw = `{"query_path":"/x","params":${params}}`;
  await me.ask("POST", `/query/${asked}`, { raw, headers: { "content-type": "application/json" } });
  expect(text).toBe(params);
});

test("a bot without a query entrypoint answers no queries, not even built-in ones", async () => {
  let reached = false;
  at.engine.answer = () => {
    reached = true;
    return answered(200, "{}");
  };
  for (const query_path of ["/health", "/info", "/anything", "no path"]) {
    const refused = await ask(silent, { query_path, params: {} });
    expect(refused.json).toMatchObject({
      status: 422,
      code: "no_queries",
      detail: "This bot defines no queries",
    });
  }
  expect(reached).toBe(false);
});

test("problems are reported in the documented order", async () => {
  const raw = (id: string, body: string, type = "application/json") =>
    me.ask("POST", `/query/${id}`, { raw: body, headers: { "content-type": type } });
  const huge = JSON.stringify({ query_path: "bad", params: { x: "a".repeat(100 * 1024) } });
  // 401 before anything.
  expect((await at.client(undefined).ask("POST", `/query/${asked}`, { raw: "{" })).status).toBe(401);
  // Invalid bodies come before the bot.
  for (const id of ["bot_unknown", silent, asked]) {
    expect((await raw(id, "{")).json.code).toBe("malformed_json");
    expect((await raw(id, "")).json.code).toBe("malformed_json");
    expect((await raw(id, '{"query_path":"/a","params":{"x":1e999}}')).json.code).toBe("malformed_json");
    expect((await raw(id, huge)).json).toMatchObject({ status: 413, code: "payload_too_large" });
    expect((await raw(id, " ".repeat(1024 * 1024 + 1))).json).toMatchObject({ status: 413 });
    expect((await raw(id, "{}", "text/plain")).json).toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    });
  }
  // The bot, then whether it has queries, then the path and params.
  expect((await raw("bot_unknown", '{"query_path":7}')).json.code).toBe("bot_not_found");
  expect((await raw(silent, '{"query_path":7}')).json.code).toBe("no_queries");
  expect((await raw(asked, '{"query_path":7}')).json).toMatchObject({
    status: 400,
    code: "invalid_parameter",
  });
  // Only then whether it runs.
  await me.post(`/bots/${asked}/stop`);
  await me.get(`/bots/${asked}/wait?status=stopped&timeout=5`);
  expect((await raw(asked, '{"query_path":7}')).status).toBe(400);
  expect((await raw(asked, '{"query_path":"/a"}')).json).toMatchObject({
    status: 409,
    code: "bot_not_running",
  });
  await me.post(`/bots/${asked}/start`);
  await me.get(`/bots/${asked}/wait?status=running&timeout=5`);
});

test("params of 100 KiB are accepted, one byte more is refused", async () => {
  const params = (bytes: number) => ({ x: "a".repeat(bytes - '{"x":""}'.length) });
  expect((await ask(asked, { query_path: "/a", params: params(100 * 1024) })).status).toBe(200);
  expect((await ask(asked, { query_path: "/a", params: params(100 * 1024 + 1) })).status).toBe(413);
});

test("a query path is a plain absolute path", async () => {
  const bad = [
    ..."|a|a/b|/a?b=1|/a#b|/../a|/a/..|/a b|/%2e|/a\\b|/ä|http://x/|/a\r\nX: y|/@x|/a;b".split("|"),
    `/${"a".repeat(256)}`,
    null,
    7,
    ["/a"],
  ];
  for (const query_path of bad) {
    const refused = await ask(asked, { query_path, params: {} });
    expect([refused.status, refused.json.code], String(query_path)).toEqual([400, "invalid_parameter"]);
    expect(refused.json.errors[0].pointer).toBe("/query_path");
  }
  for (const query_path of ["/", "/a", "/a/", `/${"a".repeat(255)}`, "/A-z0._~/9", "/."]) {
    expect((await ask(asked, { query_path })).status, query_path).toBe(200);
  }
});

test("params must be an object, and the time-out at most 30 s", async () => {
  for (const params of [null, [], "x", 7]) {
    expect((await ask(asked, { query_path: "/a", params })).json.errors[0].pointer).toBe("/params");
  }
  for (const raw of ["12345678901234567890", '{"query_path":"/a","params":12345678901234567890}']) {
    const refused = await me.ask("POST", `/query/${asked}`, {
      raw,
      headers: { "content-type": "application/json" },
    });
    expect(refused.json.code).toBe("invalid_parameter");
  }
  for (const timeout of ["0", "30001", "abc", "1.5", ""]) {
    const refused = await ask(asked, undefined, `?timeout_ms=${timeout}`);
    expect([refused.status, refused.json.errors[0].pointer], timeout).toEqual([400, "timeout_ms"]);
  }
  expect((await ask(asked, { query_path: "/a", parms: {} })).json.errors[0].detail).toContain(
    'Did you mean "params"?',
  );
});

test("each way of failing to answer has its own status", async () => {
  const expected = [
    [{ kind: "not_listening", retryAfterSeconds: 2 }, 503, "bot_not_listening", "2"],
    [{ kind: "too_many", retryAfterSeconds: 1 }, 429, "too_many_queries", "1"],
    [{ kind: "broken", detail: "It answered with a redirect." }, 502, "query_failed", null],
    [{ kind: "timed_out", afterMs: 10 }, 504, "query_timeout", null],
  ] as const;
  for (const [outcome, status, code, retryAfter] of expected) {
    at.engine.answer = () => outcome;
    const refused = await ask(asked);
    expect(refused.json).toMatchObject({ status, code });
    expect(refused.headers.get("content-type")).toContain("application/problem+json");
    expect(refused.headers.get("retry-after")).toBe(retryAfter);
  }
});
