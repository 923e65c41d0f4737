import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Follower } from "./follower.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

const status = "/auth/status";

test("an admin adds and lists users, who then sign in with keys that the admin creates", async () => {
  const made = await at.admin.post("/users", { name: "alice" });
  expect(made).toMatchObject({ status: 201, json: { name: "alice", role: "user" } });
  expect((await at.admin.post("/users", { name: "alice" })).json.code).toBe("user_exists");
  const key = await at.admin.post("/api-keys", { name: "alice's laptop", user: "alice", scopes: ["admin"] });
  expect((await at.client(key.json.key).get(status)).json).toMatchObject({
    user_name: "alice",
    role: "user",
  });
  const { items } = (await at.admin.get("/users")).json;
  expect(items).toContainEqual(expect.objectContaining({ name: "alice", role: "user" }));
  const page = await at.admin.get("/users?limit=1");
  expect(page.json.items).toMatchObject([{ name: "admin", role: "admin" }]);
  const next = await at.admin.get(`/users?limit=1&cursor=${page.json.next_cursor}`);
  expect(next.json.items).toEqual([items[1]]);
  expect((await at.admin.post("/api-keys", { name: "x", user: "nobody" })).json.code).toBe("user_not_found");
});

test("only an admin user with an admin key may act for others, and a refusal does not reveal who exists", async () => {
  await at.admin.post("/users", { name: "bob" });
  const carol = await at.user("carol");
  const { json } = await at.admin.post("/api-keys", { name: "weak", scopes: ["deploy"] });
  const weak = at.client(json.key);
  const asked = (user: string): [string, string, object?][] => [
    ["GET", `/bots?user=${user}`],
    ["GET", `/api-keys?user=${user}`],
    ["POST", "/api-keys", { name: "x", user }],
    ["POST", `/users/${user}/disable`],
    ["POST", `/users/${user}/enable`],
    ["GET", "/users"],
    ["POST", "/users", { name: user }],
  ];
  for (const [n, [method, path, body]] of asked("bob").entries()) {
    const known = await carol.ask(method, path, { body });
    const [, otherPath, otherBody] = asked("eve")[n]!;
    const unknown = await carol.ask(method, otherPath, { body: otherBody });
    const detail = 'Only an admin may do this, and the user "carol" has the role "user".';
    expect(known.json, path).toMatchObject({ status: 403, code: "admin_required", detail });
    expect({ ...known.json, request_id: "", instance: "" }).toEqual({
      ...unknown.json,
      request_id: "",
      instance: "",
    });
    const { json } = await weak.ask(method, path, { body });
    expect(json, path).toMatchObject({ status: 403, code: "insufficient_scope" });
  }
});

test("an admin sees, stops and deletes the bots of others, and changes nothing else of them", async () => {
  const dave = await at.user("dave");
  const id = await dave.bot("daves", { type: "scheduled" });
  const run = (await dave.post(`/bots/${id}/run`)).json.id;
  expect((await at.admin.get("/bots")).text).not.toContain(id);
  expect((await dave.get("/bots")).json.items[0]).not.toHaveProperty("owner");
  for (const user of ["dave", "all"]) {
    const { items } = (await at.admin.get(`/bots?user=${user}`)).json;
    expect(items.filter((bot: { bot_id: string }) => bot.bot_id === id)).toMatchObject([{ owner: "dave" }]);
  }
  for (const path of ["", "/logs", "/logs/summary", "/metrics", "/runs", "/ticks"]) {
    expect((await at.admin.get(`/bots/${id}${path}`)).status, path).toBe(200);
  }
  expect((await at.admin.get(`/runs/${run}`)).status).toBe(200);
  expect((await at.admin.get(`/events?bot_id=${id}`)).status).toBe(200);
  const refused: [string, string, unknown?][] = [
    ["PATCH", "", { name: "mine" }],
    ["POST", "/start"],
    ["POST", "/restart"],
    ["POST", "/run"],
    ["GET", "/state"],
    ["PUT", "/state/x", 1],
  ];
  for (const [method, path, body] of refused) {
    const answer = await at.admin.ask(method, `/bots/${id}${path}`, { body });
    expect(answer.json.code, `${method} ${path}`).toBe("bot_not_found");
  }
  expect((await at.admin.post(`/query/${id}`, { query_path: "/x" })).json.code).toBe("bot_not_found");
  expect((await at.admin.post(`/bots/${id}/stop`)).json).toMatchObject({ desired: "stopped", owner: "dave" });
  expect((await dave.get(`/bots/${id}`)).json.desired).toBe("stopped");
  expect((await at.admin.ask("DELETE", `/bots/${id}`)).status).toBe(204);
  expect((await dave.get(`/bots/${id}`)).status).toBe(404);
  expect((await at.admin.get(`/bots/${id}`)).status).toBe(404);
});

test("an admin lists and revokes any key", async () => {
  const erin = await at.user("erin");
  const { items } = (await at.admin.get("/api-keys?user=erin")).json;
  expect(items).toMatchObject([{ user: "erin", name: "test" }]);
  expect((await at.admin.get("/api-keys?user=all")).text).toContain(items[0].id);
  expect((await erin.get("/api-keys")).json.items[0]).not.toHaveProperty("user");
  expect((await at.admin.ask("DELETE", `/api-keys/${items[0].id}`)).status).toBe(204);
  expect((await erin.get(status)).json.code).toBe("api_key_invalid");
});

test("the last admin cannot be disabled", async () => {
  expect((await at.admin.post("/users/admin/disable")).json).toMatchObject({
    status: 409,
    code: "last_admin",
  });
  expect((await at.admin.post("/users", { name: "second", role: "admin" })).status).toBe(201);
  expect((await at.admin.post("/users/second/disable")).json.disabled_at).toBeDefined();
  expect((await at.admin.post("/users/admin/disable")).json.code).toBe("last_admin");
  expect((await at.admin.get(status)).status).toBe(200);
});

/** What a user has open: a stream, a wait, a query. */
async function open(name: string) {
  const user = await at.user(name);
  const id = await user.bot(`${name}-bot`, { queries: true });
  const follower = await Follower.open(at, user);
  follower.send({ op: "subscribe", id: "1", bot_id: id, channels: ["logs"] });
  await follower.until((messages) => messages.find(({ op }) => op === "subscribed"));
  const asked = new Promise<void>((resolve) => {
    at.engine.answer = (_path, _params, _timeoutMs, gone) => {
      resolve();
      return new Promise((answer) => {
        gone.addEventListener("abort", () => answer({ kind: "timed_out", afterMs: 1 }));
      });
    };
  });
  const calls = [
    user.get(`/bots/${id}/wait?status=failed&timeout=60`),
    user.post(`/query/${id}`, { query_path: "/slow" }),
  ];
  await asked;
  return { user, id, follower, calls };
}

test("disabling a user ends its streams and calls and stops its keys; enabling it makes the keys work again", async () => {
  const { user, id, follower, calls } = await open("frank");
  const before = performance.now();
  expect((await at.admin.post("/users/frank/disable")).status).toBe(200);
  for (const call of calls) {
    expect((await call).json).toMatchObject({
      status: 401,
      code: "api_key_invalid",
      detail: "The user was disabled.",
    });
  }
  expect(await follower.closed).toEqual({ code: 1008, reason: "The user was disabled." });
  expect(performance.now() - before).toBeLessThan(1_000);
  expect((await user.get(status)).json.code).toBe("api_key_invalid");
  expect((await at.admin.get(`/bots/${id}`)).json.desired).toBe("running");
  expect((await at.admin.post("/users/frank/enable")).json).not.toHaveProperty("disabled_at");
  expect((await user.get(`/bots/${id}`)).status).toBe(200);
});

test("revoking a key ends its streams and calls within a second, and no others", async () => {
  const { user, id, follower, calls } = await open("grace");
  const other = at.client((await user.post("/api-keys", { name: "other" })).json.key);
  const unrelated = other.get(`/bots/${id}/wait?status=stopped&timeout=10`);
  const key = (await user.get(status)).json.key.id;
  const before = performance.now();
  // With the key itself: the change that ends its own access is still answered.
  expect((await user.ask("DELETE", `/api-keys/${key}`)).status).toBe(204);
  for (const call of calls) expect((await call).json).toMatchObject({ status: 401, code: "api_key_invalid" });
  expect(await follower.closed).toEqual({ code: 1008, reason: "The API key was revoked." });
  expect(performance.now() - before).toBeLessThan(1_000);
  expect((await other.post(`/bots/${id}/stop`)).status).toBe(202);
  expect((await unrelated).status).toBe(200);
});

test("a key that expires ends its waiting calls", async () => {
  const user = await at.user("heidi");
  const id = await user.bot("heidis");
  const expires_at = new Date(Date.now() + 1_500).toISOString();
  const short = at.client((await user.post("/api-keys", { name: "short", expires_at })).json.key);
  const call = await short.get(`/bots/${id}/wait?status=failed&timeout=60`);
  expect(call.json).toMatchObject({ status: 401, detail: "The API key has expired." });
  expect(Date.now()).toBeLessThan(Date.parse(expires_at) + 1_000);
});

test("an upload that arrives while its key is revoked is not stored", async () => {
  const user = await at.user("ivan");
  let send = (_bytes: Uint8Array) => {};
  let end = () => {};
  const raw = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (bytes) => controller.enqueue(bytes);
      end = () => controller.close();
    },
  });
  send(new Uint8Array(10));
  const upload = user.ask("POST", "/custom-bots", { raw, headers: { "content-type": "application/gzip" } });
  const [key] = (await at.admin.get("/api-keys?user=ivan")).json.items;
  await expect
    .poll(async () => (await at.admin.get("/api-keys?user=ivan")).json.items[0]?.last_used_at)
    .toBeDefined();
  await at.admin.ask("DELETE", `/api-keys/${key.id}`);
  send(new Uint8Array(10));
  end();
  expect((await upload).json).toMatchObject({ status: 401, code: "api_key_invalid" });
});

test("an upload that has stopped arriving is refused when its key is revoked", async () => {
  const user = await at.user("judy");
  const raw = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
  });
  const upload = user.ask("POST", "/custom-bots", { raw, headers: { "content-type": "application/gzip" } });
  const files = () => readdirSync(join(at.dataDir, "uploads"));
  await expect.poll(files).toHaveLength(1);
  const [key] = (await at.admin.get("/api-keys?user=judy")).json.items;
  const revoked = Date.now();
  await at.admin.ask("DELETE", `/api-keys/${key.id}`);
  expect((await upload).json).toMatchObject({ status: 401, detail: "The API key was revoked." });
  expect(Date.now() - revoked).toBeLessThan(1_000);
  await expect.poll(files).toEqual([]);
});

test("through the tool server, an admin too reaches only its own bots", async () => {
  const uma = await at.user("uma");
  const bot_id = await uma.bot("umas");
  const tool = async (name: string) => {
    const response = await fetch(`${at.platform.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": at.admin.key },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: { bot_id } },
      }),
    });
    return ((await response.json()) as { result: { content: { text: string }[] } }).result.content[0]?.text;
  };
  expect((await at.admin.get(`/bots/${bot_id}`)).status).toBe(200);
  for (const name of ["bot_get", "bot_delete", "logs_get", "logs_summary"])
    expect(await tool(name), name).toBe("Bot not found");
  expect((await uma.get(`/bots/${bot_id}`)).json.desired).toBe("running");
});
