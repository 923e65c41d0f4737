import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { refused } from "../../../manifest/test/sent.ts";
import { namesIn, placesOf } from "../../src/doors/http/rest/route.ts";
import { routes } from "../../src/doors/http/rest/routes.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let bot: string;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  bot = await me.bot("strict", { queries: true });
});
afterAll(() => at.close());

const json = { "content-type": "application/json" };

describe.each(refused)("$name", ({ bytes, pointer }) => {
  test("is refused by every endpoint that takes JSON", async () => {
    const asks = [
      ["POST", "/bots"],
      ["PATCH", `/bots/${bot}`],
      ["POST", `/bots/${bot}/stop`],
      ["POST", "/api-keys"],
      ["POST", `/query/${bot}`],
      ["PUT", `/bots/${bot}/state/key`],
    ] as const;
    for (const [method, path] of asks) {
      const answer = await me.ask(method, path, { raw: bytes, headers: json });
      expect(answer.json, `${method} ${path}`).toMatchObject({ status: 400, code: "malformed_json" });
      if (pointer !== undefined) expect(answer.json.errors).toMatchObject([{ pointer }]);
    }
    expect((await me.get(`/bots/${bot}`)).json).toMatchObject({ desired: "running", revision: 1 });
  });

  test("is refused by the stream, which stays open", async () => {
    const url = `${at.platform.apiUrl.replace("http", "ws")}/stream`;
    const socket = new WebSocket(url, { headers: { authorization: `ApiKey ${me.key}` } });
    const codes: string[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.on("open", () => {
        socket.send(bytes.length > 60_000 ? bytes.slice(0, 60_000) : bytes);
        socket.send("{}");
      });
      socket.on("message", (data) => {
        codes.push((JSON.parse(String(data)) as { code: string }).code);
        if (codes.length === 2) resolve();
      });
      socket.on("error", reject);
    });
    expect(codes).toEqual(["malformed_json", "invalid_parameter"]);
    socket.terminate();
  });
});

test("an empty body is said to be empty, before anything else is checked", async () => {
  for (const [method, path] of [
    ["POST", "/bots"],
    ["POST", "/api-keys"],
    ["PATCH", "/bots/bot_unknown"],
    ["PUT", "/bots/bot_unknown/state/key"],
    ["POST", "/query/bot_unknown"],
  ] as const) {
    for (const ask of [{ raw: "", headers: json }, {}]) {
      expect((await me.ask(method, path, ask)).json, `${method} ${path}`).toMatchObject({
        status: 400,
        code: "malformed_json",
        detail: "The body is empty.",
      });
    }
  }
});

test("a query string that is not UTF-8 is refused, and one with U+0000 finds only that", async () => {
  await at.engine.log(bot, ["a line"]);
  expect((await me.get(`/bots/${bot}/logs?q=%00`)).json.items).toEqual([]);
  for (const query of ["q=%ff", "q=a%f0%9f", "limit=1&q=100%", "q=%ed%a0%80"]) {
    const answer = await me.get(`/bots/${bot}/logs?${query}`);
    expect(answer.json, query).toMatchObject({ code: "invalid_parameter", errors: [{ pointer: "q" }] });
  }
});

const all = routes({ ...defaultSettings, dataDir: "" });
// A body is checked before the query string.
const withoutBody = all.filter((route) => !(route.body ?? route.reads ?? placesOf(route).inBody[0]));

test.each(withoutBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s refuses a parameter of its path, or one that it does not have, in the query string",
  async (_, route) => {
    for (const name of [...namesIn(route.path), "surplus"]) {
      const path = `${route.path.replace(/\{\w+\}/g, "none-such")}?${name}=${bot}`;
      for (const target of [path, `${path}&${name}=`]) {
        const answer = await me.ask(route.method, target);
        expect(answer.json).toMatchObject({ code: "invalid_parameter" });
        expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: name }));
      }
    }
  },
);

test("names with invisible characters are refused, and those of emoji are not", async () => {
  const key = (name: string) => me.post("/api-keys", { name });
  const instance = (name: string) => ({ name, type: "realtime/strict", version: "latest", config: {} });
  for (const hidden of ["a\u202eb", "a\u200bb", "a\u0000b", "a\u2028b", "a\u200db"]) {
    expect((await me.post("/bots", instance(hidden))).json.errors).toMatchObject([{ pointer: "/name" }]);
    expect((await key(hidden)).json.errors).toMatchObject([{ pointer: "/name" }]);
  }
  for (const plain of ["Müller 的 bot", "👩🏽‍💻 desk", "מסחר"]) {
    expect((await me.post("/bots", instance(plain))).status).toBe(201);
    expect((await key(plain)).status).toBe(201);
  }
});

test("a key that somebody typed into a path is not sent back", async () => {
  const secret = me.key.split("_")[2]!;
  for (const path of [`/bots/${me.key}`, `/${me.key}`, `/runs/${me.key}x`, `/bots?type=${me.key}`]) {
    const answer = await me.get(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(secret);
  }
  // Nor if it was given as a name, which pointers repeat.
  const named = { [me.key]: 1 };
  const asks: [string, string, object?][] = [
    ["GET", `/bots?${me.key}=1`],
    ["GET", `/bots?${me.key}=%ff`],
    ["POST", "/api-keys", { name: "x", ...named }],
    ["POST", "/bots", { name: "x", ...named }],
    ["POST", `/query/${bot}`, { query_path: "/x", ...named }],
  ];
  for (const [method, path, body] of asks) {
    const answer = await me.ask(method, path, body && { body });
    expect(answer.text).toMatch(/error/);
    expect(answer.text, `${method} ${path}`).not.toContain(secret);
  }
});
