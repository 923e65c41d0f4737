import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedBytes } from "../../../repo/src/drive/test-database.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let stranger: Client;
beforeAll(async () => {
  at = await openPlatform({ settings: { userSecrets: 4 } });
  me = await at.user("me", ["read", "deploy"]);
  stranger = await at.user("stranger", ["read", "deploy"]);
});
afterAll(() => at.close());

const schema = {
  type: "object",
  properties: {
    api_key: { type: "string", minLength: 8, pattern: "^[a-z-]+$" },
    hook: { type: "string", format: "uri" },
    pin: { type: "integer", writeOnly: true },
    count: { type: "integer" },
  },
};
const set = (name: string, value: unknown, more = {}) =>
  me.ask("PUT", `/secrets/${name}`, { body: { value, ...more } });
const patch = (id: string, config: unknown) => me.ask("PATCH", `/bots/${id}`, { body: { config } });
/** Where a text is: files of the data folder, and the store. */
async function placesWith(text: string): Promise<string[]> {
  const files = readdirSync(at.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
  return (await storedBytes(at.dataDir)).includes(text) ? [...files, "the store"] : files;
}

test("a secret is set, listed and deleted, and its value is in no answer and in no file", async () => {
  const made = await set("kraken-key", "planted-canary-one");
  expect(made.json).toMatchObject({ name: "kraken-key", version: 1, applied_version: 1, used_by: [] });
  expect(made.json.actor).toMatchObject({ user_name: "me", signed_in_by: "api_key" });
  expect((await set("kraken-key", "planted-canary-two", { stage: true })).json).toMatchObject({
    version: 2,
    applied_version: 1,
  });
  expect((await me.post("/secrets/kraken-key/apply", {})).json).toMatchObject({ applied_version: 2 });
  await set("b.second_one", "planted-canary-three");
  const { items } = (await me.get("/secrets")).json;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["b.second_one", "kraken-key"]);
  expect(JSON.stringify([made.json, items])).not.toContain("planted-canary");
  expect(await placesWith("planted-canary")).toEqual([]);
  expect((await stranger.get("/secrets")).json.items).toEqual([]);
  expect((await stranger.get("/secrets/kraken-key")).json.code).toBe("secret_not_found");
  expect((await me.ask("DELETE", "/secrets/b.second_one")).status).toBe(204);
  expect((await me.get("/secrets/b.second_one")).status).toBe(404);
  expect((await set("b.second_one", "planted-canary-four")).json.version).toBe(2);
});

test.each([
  ["number", 123456789, "The value is not a string."],
  ["empty", "", "The value has less than 6 characters"],
  ["short", "12345", "The value has less than 6 characters"],
  ["large", "x".repeat(16 * 1024 + 1), "The value has more than 16384 bytes."],
  ["NUL", "abc\0defg", "The value has a NUL character"],
])("a value that is %s is refused without being shown", async (_, value, detail) => {
  const { status, text } = await set("refused", value);
  expect(status).toBe(422);
  expect(text).toContain(detail);
  expect(text).not.toContain("123456789");
});

test.each(["Upper", "-start", "a/b", "a b", "x".repeat(64)])("%j is no name of a secret", async (name) => {
  expect((await set(encodeURIComponent(name), "planted-canary")).status).toBe(400);
});

test("a config refers to it where the schema allows a string, and keeps the reference", async () => {
  await set("kraken-key", "planted-canary-five");
  const id = await me.bot("referring", { schema });
  const { json } = await patch(id, { api_key: { secret: "kraken-key" }, pin: 4711 });
  expect(json.config).toEqual({ api_key: { secret: "kraken-key" }, pin: "********" });
  expect((await me.get("/secrets/kraken-key")).json.used_by).toEqual([{ bot_id: id, name: "referring" }]);
  // What is read can be sent back.
  expect((await patch(id, json.config)).json).toMatchObject({ changed: false, config: json.config });
  expect((await patch(id, { ...json.config, pin: 4712 })).json.changed).toBe(true);
  const { items } = (await me.get(`/bots/${id}/revisions`)).json;
  expect(items[0].config).toEqual({ api_key: { secret: "kraken-key" }, pin: "********" });
  const refused = await me.ask("DELETE", "/secrets/kraken-key");
  expect(refused.json).toMatchObject({
    status: 409,
    code: "secret_in_use",
    detail: 'The secret "kraken-key" is used by referring.',
  });
});

test("a reference to nothing, and a value that does not fit, are refused with the place, and the value is not shown", async () => {
  const id = await me.bot("checked", { schema });
  const missing = await patch(id, { api_key: { secret: "binance-key" } });
  expect(missing.json.errors).toMatchObject([
    {
      pointer: "/config/api_key",
      code: "config.secret",
      detail: expect.stringContaining('There is no secret "binance-key".'),
    },
  ]);
  await set("kraken-key", "PLANTED CANARY SIX");
  for (const config of [
    { api_key: { secret: "kraken-key" } },
    { hook: { secret: "kraken-key" } },
    { count: { secret: "kraken-key" } },
  ]) {
    const { status, text, json } = await patch(id, config);
    expect(status).toBe(422);
    expect(json.errors[0].pointer).toBe(`/config/${Object.keys(config)[0]}`);
    expect(text).not.toMatch(/planted/i);
  }
});

test("a secret in a config itself is stored encrypted, shown hidden, and kept when it is sent back hidden", async () => {
  const id = await me.bot("inline", { schema });
  const { json } = await patch(id, {
    api_key: "planted-canary-seven",
    pin: 90909090,
    hook: "sealed:abcdefgh:AAAA",
  });
  expect(json.config).toEqual({ api_key: "********", pin: "********", hook: "********" });
  expect((await patch(id, json.config)).json.changed).toBe(false);
  expect((await patch(id, { ...json.config, count: 1 })).json.revision).toBe(3);
  expect(await placesWith("planted-canary")).toEqual([]);
  expect(await placesWith("90909090")).toEqual([]);
});

test("a user has at most as many secrets as the operator allows", async () => {
  for (const name of ["one", "two", "three"]) await set(name, "planted-canary");
  const { json } = await set("four", "planted-canary");
  expect(json).toMatchObject({ status: 403, code: "quota_exceeded" });
  expect(json.detail).toContain("PLATFORM_USER_SECRETS");
});

test("without its key the platform runs, keeps no secret in clear, and names the file; with it, all is as before", async () => {
  const { items } = (await me.get("/bots")).json;
  const inline = items.find(({ name }: { name: string }) => name === "inline");
  const file = join(at.dataDir, "secrets.key");
  const key = readFileSync(file, "utf8");
  rmSync(file);
  await at.restart();
  const { json } = await set("kraken-key", "planted-canary-eight");
  expect(json).toMatchObject({ status: 503, code: "secrets_unavailable" });
  expect(json.detail).toContain(`${file}, is missing`);
  expect((await me.get(`/bots/${inline.bot_id}`)).json.config.api_key).toBe("********");
  expect((await patch(inline.bot_id, inline.config)).json.code).toBe("secrets_unavailable");
  const { health } = (await me.get("/system")).json;
  expect(health).toContainEqual({ name: "secrets", status: "failing", detail: json.detail });
  expect(await placesWith("planted-canary")).toEqual([]);
  writeFileSync(file, "not a key\n");
  await at.restart();
  expect((await set("kraken-key", "planted-canary")).json.detail).toContain(`Line 1 of ${file} is not a key`);
  // Another key first: everything is encrypted with it, and the old one can go.
  const other = Buffer.alloc(32, 7).toString("base64");
  writeFileSync(file, `# new\n${other}\n${key}`);
  await at.restart();
  expect((await patch(inline.bot_id, inline.config)).json.changed).toBe(false);
  writeFileSync(file, `${other}\n`);
  await at.restart();
  expect((await patch(inline.bot_id, inline.config)).json.changed).toBe(false);
  expect((await set("kraken-key", "planted-canary-nine")).status).toBe(200);
});

test("what an earlier version stored in clear is encrypted by the first start, and nothing of it remains in the database", async () => {
  const id = await me.bot("earlier", { schema });
  await patch(id, { api_key: "first-value-of-it" });
  await patch(id, { api_key: "second-value-of-it" });
  const clear = (number: string) =>
    JSON.stringify({
      api_key: `planted-canary-${number}`,
      count: 12345,
      auth: { secret: "planted-canary-nested" },
    });
  const { main } = at.store;
  await main
    .updateTable("bots")
    .set({ config: clear("current") })
    .where("id", "=", id)
    .execute();
  const revisions = main.selectFrom("bot_revisions").select("body").where("bot_id", "=", id);
  const { body } = await revisions.where("revision", "=", 2).executeTakeFirstOrThrow();
  await main
    .updateTable("bot_revisions")
    .set({ body: JSON.stringify({ ...JSON.parse(body), config: JSON.parse(clear("past")) }) })
    .where("bot_id", "=", id)
    .where("revision", "=", 2)
    .execute();
  await main.deleteFrom("sealed_with").execute();
  expect(await placesWith("planted-canary")).not.toEqual([]);
  await at.restart();
  expect(await placesWith("planted-canary")).toEqual([]);
  const back = await me.post(`/bots/${id}/rollback`, { to: 2 });
  expect(back.json.config).toEqual({ api_key: "********", count: 12345, auth: { secret: "********" } });
  // What is in clear now is the same.
  expect((await patch(id, { api_key: "planted-canary-current", count: 12345 })).json.changed).toBe(true);
  expect((await patch(id, { api_key: "planted-canary-current", count: 12345 })).json.changed).toBe(false);
});
