import { afterEach, describe, expect, test } from "vitest";
import { listLogs } from "../../src/store/sql/logs.ts";
import { listMetrics } from "../../src/store/sql/metrics.ts";
import { openWorld, type World } from "../engine/world.ts";

const counting = `
let n = 0;
console.error(JSON.stringify({ level: "info", message: "hello" }));
setInterval(() => {
  n++;
  console.log(JSON.stringify({ _metric: "count", timestamp: new Date().toISOString(), data: { n } }));
  console.log("line " + n);
}, 20);
process.on("SIGTERM", () => { console.log("goodbye"); process.exit(0); });
`;

const answering = `
import http from "node:http";
const self = Math.random();
const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (request.url === "/die") process.exit(3);
    const params = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const body = JSON.stringify({ path: request.url, params, self });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(Number(process.env.QUERY_PORT), process.env.QUERY_HOST);
`;

let world: World;
afterEach(() => world?.close());

const counter = {
  files: { "bot.mjs": counting, "query.mjs": answering },
  entrypoints: { bot: "bot.mjs", query: "query.mjs" },
};

const gone = new AbortController().signal;

describe("a realtime bot", () => {
  test("starts, writes output, answers queries, and is taken over by the next platform process", async () => {
    world = await openWorld();
    await world.addPackage(counter);
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    await world.event((event) => event.channel === "metrics" && event.seq >= 3);

    const answer = await world.engine.query(await world.bot(id), "/status", { limit: 5 }, 10_000, gone);
    expect(answer.kind).toBe("answered");
    const body = answer.kind === "answered" ? JSON.parse(Buffer.from(answer.body).toString()) : undefined;
    expect(body).toMatchObject({ path: "/status", params: { limit: 5 } });

    await world.restart();
    const seen = world.events.length;
    await world.event((event) => event.channel === "metrics" && world.events.indexOf(event) > seen + 5);
    const again = await world.engine.query(await world.bot(id), "/status", {}, 10_000, gone);
    expect(again.kind === "answered" && JSON.parse(Buffer.from(again.body).toString()).self).toBe(body.self);

    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopped");
    await world.event(
      (event) => event.channel === "logs" && event.record.message === "The process exited with code 0.",
    );
    const lines = (await listLogs(world.store, id, { limit: 1000 })).items;
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
    expect(lines.filter(({ message }) => message === "hello")).toHaveLength(1);
    expect(lines.filter(({ message }) => message === "goodbye")).toHaveLength(1);
    const { items } = await listMetrics(world.store, id, { max_points: 10_000 });
    expect(items.map(({ data }) => data.n)).toEqual(items.map((_, at) => at + 1));
    const spoken = lines.map(({ message }) => message).filter((message) => message.startsWith("line "));
    expect(spoken).toEqual(items.map((_, at) => `line ${at + 1}`));
    const statuses = world.events
      .filter((event) => event.channel === "status")
      .map(({ record }) => record.status);
    expect(statuses).toEqual(["pending", "starting", "running", "stopping", "stopped"]);
  });
});
