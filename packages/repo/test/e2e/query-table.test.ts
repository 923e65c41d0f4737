import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestPlatform } from "../../src/drive/platform.ts";

const idle = "setInterval(() => {}, 1000);";

/** A query program without an SDK, so that it can violate the contract in every documented way. */
const realtimeQueries = `
import { createServer } from "node:http";
createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => { body += chunk; });
  request.on("end", () => {
    const json = (status, text) => { response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }); response.end(text); };
    const path = request.url.split("?")[0];
    if (path === "/echo") json(200, body);
    else if (path === "/big-number") json(200, '{"b": 9007199254740993, "a": 1.0}');
    else if (path === "/string") json(200, '"plain"');
    else if (path === "/null") json(200, "null");
    else if (path === "/fail") json(500, '{"status":"error","error":"kaput"}');
    else if (path === "/param") json(400, '{"status":"error","error":"parameter \\\\"n\\\\" must be an integer, got \\\\"x\\\\"","code":"query.invalid_param"}');
    else if (path === "/redirect") { response.writeHead(302, { Location: "http://127.0.0.1:1/" }); response.end(); }
    else if (path === "/html") { response.writeHead(200, { "Content-Type": "text/html" }); response.end("<p>"); }
    else if (path === "/not-json") json(200, "{oops");
    else if (path === "/huge") json(200, '"' + "x".repeat(5 * 1024 * 1024) + '"');
    else if (path === "/hang") { /* never answers */ }
    else if (path === "/cut") request.socket.destroy();
    else json(404, JSON.stringify({ status: "error", error: "no query handler for " + path, code: "query.unknown_path", available_queries: ["/echo"] }));
  });
}).listen(Number(process.env.QUERY_PORT), process.env.QUERY_HOST);
`;

const oneShotQueries = `
import { renameSync, writeFileSync } from "node:fs";
const answer = (text, code) => { writeFileSync(process.env.RESULT_PATH + ".new", text); renameSync(process.env.RESULT_PATH + ".new", process.env.RESULT_PATH); process.exit(code); };
const path = process.env.QUERY_PATH;
if (path === "/echo") answer('{"status":"ok","data":' + process.env.QUERY_PARAMS + "}", 0);
if (path === "/big-number") answer('{"data": {"b": 9007199254740993, "a": 1.0} , "status":"ok"}', 0);
if (path === "/string") answer('{"status":"ok","data":"plain"}', 0);
if (path === "/null") answer('{"status":"ok","data":null}', 0);
if (path === "/fail") answer('{"status":"error","error":"kaput","code":"query.handler_failed"}', 1);
if (path === "/param") answer('{"status":"error","error":"parameter \\\\"n\\\\" must be an integer, got \\\\"x\\\\"","code":"query.invalid_param"}', 1);
if (path === "/silent") process.exit(0);
if (path === "/not-json") answer("{oops", 0);
if (path === "/crash") process.kill(process.pid, "SIGSEGV");
if (path === "/hang") setInterval(() => {}, 1000);
else answer(JSON.stringify({ status: "error", error: "no query handler for " + path, code: "query.unknown_path", available_queries: ["/echo"] }), 1);
`;

const platform = new TestPlatform();
const bots: Record<string, string> = {};

beforeAll(async () => {
  await platform.start();
  await platform.upload({ name: "live", type: "realtime", bot: idle, query: realtimeQueries });
  await platform.upload({ name: "deaf", type: "realtime", bot: idle, query: idle });
  await platform.upload({ name: "mute", type: "realtime", bot: idle });
  await platform.upload({ name: "cron", type: "scheduled", bot: "", query: oneShotQueries });
  await platform.upload({ name: "mute-cron", type: "scheduled", bot: "" });
  for (const name of ["live", "deaf", "mute"])
    bots[name] = await platform.create({ name, type: `realtime/${name}` });
  for (const name of ["cron", "mute-cron"])
    bots[name] = await platform.create({ name, type: `scheduled/${name}`, schedule: "0 0 1 1 *" });
  await Promise.all(["live", "deaf", "mute"].map((name) => platform.waitFor(bots[name]!, "running")));
});

afterAll(() => platform.close());

const ask = (bot: string, query_path: unknown, params: unknown = {}, suffix = "") =>
  platform.call("POST", `/query/${bots[bot] ?? bot}${suffix}`, { query_path, params });

describe("Before a bot is asked, the platform", () => {
  test("refuses a missing and an invalid key with 401 before anything else", async () => {
    for (const headers of [{ Authorization: "" }, { Authorization: "ApiKey by_wrong" }]) {
      const { status, headers: got } = await platform.call("POST", "/query/unknown", "x", headers);
      expect(status).toBe(401);
      expect(got.get("content-type")).toMatch(/^application\/problem\+json/);
    }
  });

  test("refuses an invalid body with 400, 413 or 415, also for an unknown bot", async () => {
    const send = (body: string, type = "application/json") =>
      platform.call("POST", "/query/unknown", new TextEncoder().encode(body), { "Content-Type": type });
    expect((await send("{oops")).status).toBe(400);
    expect((await send("{}", "text/plain")).status).toBe(415);
    expect(
      (await send(JSON.stringify({ query_path: "/x", params: { x: "y".repeat(110_000) } }))).status,
    ).toBe(413);
  });

  test("answers 404 for an unknown bot and a deleted one", async () => {
    const gone = await platform.create({ name: "gone", type: "scheduled/cron", schedule: "0 0 1 1 *" });
    expect((await platform.call("DELETE", `/bots/${gone}`)).status).toBe(204);
    const bodies = await Promise.all(["bot_unknown", gone].map((bot) => ask(bot, "/echo")));
    for (const { status, json } of bodies) {
      expect(status).toBe(404);
      expect(json).toMatchObject({ code: "bot_not_found" });
    }
  });

  test.each(["mute", "mute-cron"])(
    "answers 422 for %s, which defines no queries, the built-ins included",
    async (bot) => {
      for (const path of ["/health", "/info", "/x", "not a path"]) {
        const { status, json } = await ask(bot, path);
        expect(status).toBe(422);
        expect(json.detail).toMatch(/This bot defines no queries/);
      }
    },
  );

  test("refuses an ill-formed query_path or params with 400", async () => {
    for (const path of [
      undefined,
      5,
      "",
      "x",
      "/a?b",
      "/a b",
      "/../x",
      "/a/../b",
      "//host\r\nX: y",
      `/${"a".repeat(300)}`,
    ])
      expect((await ask("live", path)).status, String(path)).toBe(400);
    for (const params of [[], "x", 5, null]) expect((await ask("live", "/echo", params)).status).toBe(400);
  });

  test("answers 409 for a realtime bot that is not running", async () => {
    const stopped = await platform.create({ name: "stopped", type: "realtime/live" });
    await platform.waitFor(stopped, "running");
    await platform.call("POST", `/bots/${stopped}/stop`);
    await platform.waitFor(stopped, "stopped");
    expect((await ask(stopped, "/echo")).status).toBe(409);
  });

  test("answers 503 with Retry-After while the bot does not listen", async () => {
    const { status, headers } = await ask("deaf", "/echo", {}, "?timeout_ms=1000");
    expect(status).toBe(503);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe.each(["live", "cron"])("The %s bot's answer", (bot) => {
  test("is passed on byte for byte", async () => {
    const big = await ask(bot, "/big-number");
    expect(big.status).toBe(200);
    expect(big.text).toBe('{"b": 9007199254740993, "a": 1.0}');
    expect(big.headers.get("content-type")).toMatch(/^application\/json/);
    expect((await ask(bot, "/string")).text).toBe('"plain"');
    expect((await ask(bot, "/null")).text).toBe("null");
  });

  test("has the parameters with their JSON types", async () => {
    const params = { limit: 5, deep: { a: [1, null] }, text: "5", nothing: null };
    expect((await ask(bot, "/echo", params)).json).toEqual(params);
  });

  test("is 404, 400 or 500 with the bot's document", async () => {
    const unknown = await ask(bot, "/nope");
    expect(unknown.status).toBe(404);
    expect(unknown.json).toMatchObject({ code: "query.unknown_path", available_queries: ["/echo"] });
    const param = await ask(bot, "/param");
    expect(param.status).toBe(400);
    expect(param.json).toMatchObject({ status: "error", code: "query.invalid_param" });
    const failed = await ask(bot, "/fail");
    expect(failed.status).toBe(500);
    expect(failed.json).toEqual({ status: "error", error: "kaput" });
  });

  test("is 504 when it takes too long", async () => {
    expect((await ask(bot, "/hang", {}, "?timeout_ms=700")).status).toBe(504);
  });
});

describe("An answer that violates the contract is 502", () => {
  test.each(["/redirect", "/html", "/not-json", "/huge", "/cut"])("%s of a realtime bot", async (path) => {
    const { status, text } = await ask("live", path);
    expect(status).toBe(502);
    expect(text).not.toContain("oops");
  });

  test.each(["/silent", "/not-json", "/crash"])("%s of a scheduled bot", async (path) => {
    expect((await ask("cron", path)).status).toBe(502);
  });

  test("and does not stop the bot", async () => {
    expect((await ask("live", "/null")).status).toBe(200);
  });
});

test("Queries beyond the bot's limit and the queue are 429", async () => {
  const outcomes = await Promise.all(
    Array.from(
      { length: 320 },
      () =>
        new Promise<number>((resolve, reject) => {
          const body = JSON.stringify({ query_path: "/hang", params: {} });
          const call = request(
            `${platform.url}/api/v1/query/${bots.live}?timeout_ms=2000`,
            {
              method: "POST",
              headers: { Authorization: `ApiKey ${platform.key}`, "Content-Type": "application/json" },
            },
            (answer) => {
              answer.resume();
              resolve(answer.statusCode!);
            },
          );
          call.on("error", reject);
          call.end(body);
        }),
    ),
  );
  expect(outcomes.filter((status) => status === 429).length).toBeGreaterThanOrEqual(320 - 32 - 256);
  expect(outcomes.filter((status) => status === 504).length).toBeGreaterThanOrEqual(32);
});
