import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Bot, BotEvent } from "../../src/model/model.ts";
import type { Trace } from "../../src/model/trace.ts";
import type { QueryOutcome } from "../../src/queries/index.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { openWorld, type World } from "../engine/world.ts";

/** A query program without an SDK; the path selects its behaviour. */
const oneShot = `
import { writeFileSync } from "node:fs";
const path = process.env.QUERY_PATH;
const answer = (document, code = 0) => { writeFileSync(process.env.RESULT_PATH, document); process.exit(code); };
console.log("asked " + path);
if (path === "/echo") answer('{"status":"ok","data":' + process.env.QUERY_PARAMS + ' }');
if (path === "/text") answer('{"status":"ok","data":"a\\\\u0041"}');
if (path === "/fails") answer('{"status":"error","error":"no luck","code":"query.handler_failed"}', 1);
if (path === "/unknown") answer('{"status":"error","error":"no","code":"query.unknown_path","available_queries":[]}', 1);
if (path === "/silent") process.exit(0);
if (path === "/garbage") answer("{");
if (path === "/huge") answer('{"status":"ok","data":"' + "x".repeat(5_000_000) + '"}');
if (path === "/env") answer(JSON.stringify({ status: "ok", data: process.env }));
if (path === "/write") {
  try { writeFileSync(process.env.STATE_DIR + "/x.json", "1"); answer('{"status":"ok","data":"written"}'); }
  catch (error) { answer(JSON.stringify({ status: "ok", data: error.code })); }
}
if (path === "/hangs") setInterval(() => {}, 1000);
if (path === "/slow") setTimeout(() => answer('{"status":"ok","data":1}'), 300);
`;

const server = `
import http from "node:http";
const self = String(Math.random());
http.createServer((request, response) => {
  console.log("asked " + request.url);
  const send = (status, body, headers = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
  if (request.url === "/text") return send(200, '"a\\\\u0041"');
  if (request.url === "/fails") return send(500, '{"status":"error","error":"no luck"}');
  if (request.url === "/redirect") return send(302, "", { location: "http://127.0.0.1:1/" });
  if (request.url === "/garbage") return send(200, "{");
  if (request.url === "/huge") return send(200, '"' + "x".repeat(5_000_000) + '"');
  if (request.url === "/hangs") return;
  if (request.url === "/self") return send(200, self);
  if (request.url === "/dies") process.exit(1);
  send(200, "1");
}).listen(Number(process.env.QUERY_PORT), process.env.QUERY_HOST);
`;

const idle = "setInterval(() => {}, 1000);";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

type Question = [path: string, params?: object, timeoutMs?: number, gone?: AbortSignal];

async function ask(id: string, ...question: Question): Promise<QueryOutcome> {
  return askBot(await world.bot(id), ...question);
}

/** Reads nothing first: queries come in the order of their calls. */
function askBot(bot: Bot, ...question: Question): Promise<QueryOutcome> {
  const [path, params = {}, timeoutMs = 10_000, gone = new AbortController().signal] = question;
  return world.engine.query(bot, path, { ...params }, timeoutMs, gone);
}

/** Checks that aborted queries make room for the next one at once, both running and waiting ones. */
async function leaves(id: string, isAsked: () => boolean): Promise<void> {
  world.settings.queriesPerBot = 1;
  const gone = new AbortController();
  const bot = await world.bot(id);
  const asked = [1, 2].map(() => askBot(bot, "/hangs", {}, 30_000, gone.signal));
  const next = askBot(bot, "/slow", {}, 30_000);
  await world.until("the first question at the bot", () => isAsked() || undefined);
  gone.abort();
  await Promise.all(asked);
  expect((await next).kind).toBe("answered");
}

function text(outcome: QueryOutcome): string {
  if (outcome.kind !== "answered") throw new Error(JSON.stringify(outcome));
  return `${outcome.status} ${Buffer.from(outcome.body).toString()}`;
}

describe("a query to a scheduled bot", () => {
  let id: string;
  beforeEach(async () => {
    await world.addPackage({
      model: "scheduled",
      files: { "bot.mjs": "", "query.mjs": oneShot },
      entrypoints: { bot: "bot.mjs", query: "query.mjs" },
    });
    const bot = await world.addBot({ custom_bot: "probe", model: "scheduled", schedule: "0 0 1 1 *" });
    id = bot.bot_id;
    await world.status(id, "idle");
  });

  test("is answered by a separate process, byte for byte", async () => {
    expect(text(await ask(id, "/echo", { n: 1.5, s: "ü" }))).toBe('200 {"n":1.5,"s":"ü"}');
    expect(text(await ask(id, "/text"))).toBe('200 "a\\u0041"');
    expect(text(await ask(id, "/fails"))).toBe('500 {"status":"error","error":"no luck"}');
    expect(text(await ask(id, "/unknown"))).toMatch(/^404 .*query.unknown_path/);
  });

  test("breaks the contract if the answer is missing, not JSON or too large", async () => {
    for (const path of ["/silent", "/garbage", "/huge"]) expect((await ask(id, path)).kind).toBe("broken");
  });

  test("gets the trace of its request, and none without one", async () => {
    const given = async (trace?: Trace) => {
      const gone = new AbortController().signal;
      const bot = await world.bot(id);
      const { TRACEPARENT, TRACESTATE } = JSON.parse(
        text(await world.engine.query(bot, "/env", {}, 10_000, gone, trace)).slice(4),
      );
      return [TRACEPARENT, TRACESTATE];
    };
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    expect(await given({ traceparent, tracestate: "a=1" })).toEqual([traceparent, "a=1"]);
    expect(await given({ traceparent })).toEqual([traceparent, undefined]);
    expect(await given()).toEqual([undefined, undefined]);
  });

  test("is killed when its time is up", async () => {
    expect(await ask(id, "/hangs", {}, 500)).toEqual({ kind: "timed_out", afterMs: 500 });
  });

  test("cannot change the state", async () => {
    expect(text(await ask(id, "/write"))).not.toContain("written");
  });

  test("is admitted up to a limit, with a bounded queue", async () => {
    world.settings.queriesPerBot = 2;
    world.settings.queriesWaiting = 1;
    const bot = await world.bot(id);
    const asked = [1, 2, 3, 4].map(() => askBot(bot, "/slow"));
    await world.until("a waiting query", () => world.engine.waiting() === 1 || undefined);
    const outcomes = await Promise.all(asked);
    expect(world.engine.waiting()).toBe(0);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["answered", "answered", "answered", "too_many"]);
  });

  test("makes room when its client disconnects", () => {
    // Its output is collected after it has ended.
    const launches = join(world.dataDir, "bots", id, "launches");
    const said = () => globSync(`${launches}/*/stdout*`).map((file) => readFileSync(file, "utf8"));
    return leaves(id, () => said().includes("asked /hangs\n"));
  });

  test("has its output collected, and leaves nothing on the disk", async () => {
    await ask(id, "/echo");
    await world.event((event) => event.channel === "logs" && event.record.message === "asked /echo");
    const lines = (await listLogs(world.store, id, { limit: 10 })).items;
    expect(lines.map(({ message }) => message)).toContain("asked /echo");
    const { readdirSync } = await import("node:fs");
    await world.until(
      "an empty folder",
      () => readdirSync(`${world.dataDir}/bots/${id}/launches`).length === 0 || undefined,
    );
  });
});

describe("a query to a realtime bot", () => {
  async function start(query = server) {
    await world.addPackage({
      files: { "bot.mjs": idle, "query.mjs": query },
      entrypoints: { bot: "bot.mjs", query: "query.mjs" },
    });
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    return id;
  }

  test("is passed on to its query process, and the answer returned unchanged", async () => {
    const id = await start();
    expect(text(await ask(id, "/text"))).toBe('200 "a\\u0041"');
    expect(text(await ask(id, "/fails"))).toBe('500 {"status":"error","error":"no luck"}');
  });

  test("follows no redirect and accepts neither invalid nor too large answers", async () => {
    const id = await start();
    for (const path of ["/redirect", "/garbage", "/huge"]) expect((await ask(id, path)).kind).toBe("broken");
    expect(await ask(id, "/hangs", {}, 300)).toEqual({ kind: "timed_out", afterMs: 300 });
  });

  test("waits for a query process that restarts, whose crash does not affect the bot", async () => {
    const id = await start();
    const before = text(await ask(id, "/self"));
    await ask(id, "/dies");
    const after = text(await ask(id, "/self"));
    expect(after).not.toBe(before);
    expect(await world.bot(id)).toMatchObject({ status: "running", restarts: 0 });
  });

  test("reports that no process listens within its time", async () => {
    const id = await start(idle);
    expect((await ask(id, "/x", {}, 300)).kind).toBe("not_listening");
  });

  test("makes room when its client disconnects", async () => {
    const said = (event: BotEvent) => event.channel === "logs" && event.record.message === "asked /hangs";
    await leaves(await start(), () => world.events.some(said));
  });

  test("is refused as one too many if its turn comes after its time-out", async () => {
    const id = await start();
    await ask(id, "/self");
    world.settings.queriesPerBot = 1;
    const bot = await world.bot(id);
    const outcomes = Promise.all([askBot(bot, "/hangs", {}, 500), askBot(bot, "/self", {}, 510)]);
    // On a busy platform both time-outs are handled together, in order.
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300), 400);
    expect((await outcomes).map(({ kind }) => kind)).toEqual(["timed_out", "too_many"]);
  });

  test("is refused while the bot is not running", async () => {
    const id = await start();
    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopped");
    expect((await ask(id, "/text")).kind).toBe("not_running");
  });
});
