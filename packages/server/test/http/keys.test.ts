import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedBytes } from "../../../repo/src/drive/test-database.ts";
import { hashSecret, keyText, makeKey, parseKey } from "../../src/keys/key.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

const status = "/auth/status";

test("the first start writes a key that only its owner can read, and a later start writes none", async () => {
  const file = join(at.dataDir, "admin.key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = (await readFile(file, "utf8")).trim();
  expect(key).toMatch(/^by_[0-9a-z]{10}_[0-9A-Za-z]{49}$/);
  await at.restart();
  expect(at.platform.newKeyFile).toBeUndefined();
  expect((await readFile(file, "utf8")).trim()).toBe(key);
  expect((await at.client(key).get(status)).json).toMatchObject({ valid: true, user_name: "admin" });
});

test("a start without a usable admin key gives one to an admin that is enabled, and enables no other", async () => {
  const platform = await openPlatform();
  try {
    await platform.admin.post("/users", { name: "max", role: "admin" });
    const leaked = platform.admin.key;
    await platform.admin.post("/users/admin/disable");
    await platform.restart();
    const key = (await readFile(join(platform.dataDir, "admin.key"), "utf8")).trim();
    expect((await platform.client(key).get("/auth/status")).json).toMatchObject({
      user_name: "max",
      role: "admin",
      key: { scopes: ["read", "deploy", "admin"] },
    });
    expect((await platform.client(leaked).get("/auth/status")).status).toBe(401);
  } finally {
    await platform.close();
  }
});

test("nothing in the data folder except the key file contains a key", async () => {
  const stored = await storedBytes(at.dataDir);
  const { secret } = parseKey(at.admin.key)!;
  expect(stored.includes(hashSecret(secret))).toBe(true);
  expect(stored.includes(secret)).toBe(false);
  expect((await at.client(hashSecret(secret)).get(status)).status).toBe(401);
});

test("a key is accepted in any of three headers, and two different keys are refused", async () => {
  const anyone = at.client(undefined);
  const { key } = at.admin;
  for (const headers of [
    { authorization: `ApiKey ${key}` },
    { authorization: `apikey ${key}` },
    { authorization: `Bearer ${key}` },
    { "x-api-key": key },
    { "x-api-key": key, authorization: `Bearer ${key}` },
  ]) {
    expect((await anyone.ask("GET", status, { headers })).status).toBe(200);
  }
  const two = { "x-api-key": makeKey().text, authorization: `ApiKey ${key}` };
  expect((await anyone.ask("GET", status, { headers: two })).json).toMatchObject({
    status: 400,
    code: "ambiguous_api_key",
  });
});

test("a missing key and an invalid key are 401 with different errors", async () => {
  const none = await at.client(undefined).get(status);
  expect(none.json).toMatchObject({
    status: 401,
    code: "authentication_required",
    title: "Authentication required",
  });
  expect(none.headers.get("www-authenticate")).toBe("ApiKey");
  const { key } = at.admin;
  const [prefix, id, secret] = key.split("_");
  const other = makeKey();
  const wrong = [
    "x",
    key.slice(0, -1),
    `${key}x`,
    other.text,
    `${prefix}_${id}_${other.text.split("_")[2]}`,
    `${prefix}_${other.id}_${secret}`,
    // Well-formed, with a valid checksum.
    keyText(id!, other.secret),
    keyText(other.id, parseKey(key)!.secret),
    key.toUpperCase(),
  ];
  const bodies = new Set<string>();
  for (const text of wrong) {
    const { json } = await at.client(text).get(status);
    expect(json).toMatchObject({ status: 401, code: "api_key_invalid", title: "API key is invalid" });
    bodies.add(JSON.stringify({ ...json, request_id: "" }));
  }
  expect(bodies.size).toBe(1);
});

test("a key permits what its scope includes and nothing more", async () => {
  const reader = await at.user("scoped", ["read"]);
  const deployer = await at.user("scoped", ["deploy"]);
  expect((await reader.get("/bots")).status).toBe(200);
  expect((await reader.post("/bots", {})).json).toMatchObject({ status: 403, code: "insufficient_scope" });
  expect((await deployer.get("/bots")).status).toBe(200);
  expect((await deployer.post("/bots", {})).status).toBe(422);
  expect((await deployer.get("/api-keys")).status).toBe(403);
});

test("every route declares the scope it requires", async () => {
  const nobody = await at.user("scopeless", []);
  for (const [path, methods] of Object.entries(at.documented.document.paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      if (!path.startsWith("/api/v1") || security?.length === 0) continue;
      const { status, json } = await nobody.ask(method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, "x"));
      expect([status, json.code], `${method} ${path}`).toEqual([403, "insufficient_scope"]);
    }
  }
});

test("a new key is shown once, works at once, and stops working at once when it is revoked", async () => {
  const made = await at.admin.post("/api-keys", { name: "laptop", scopes: ["read"] });
  expect(made.status).toBe(201);
  const laptop = at.client(made.json.key);
  expect((await laptop.get(status)).json).toMatchObject({
    role: "admin",
    signed_in_by: "api_key",
    key: { id: made.json.id, name: "laptop", scopes: ["read"] },
  });
  const listed = await at.admin.get("/api-keys");
  expect(listed.text).not.toContain(made.json.key);
  expect(listed.json.items.map((key: { id: string }) => key.id)).toContain(made.json.id);
  expect((await at.admin.ask("DELETE", `/api-keys/${made.json.id}`)).status).toBe(204);
  expect((await laptop.get(status)).json.code).toBe("api_key_invalid");
  expect((await at.admin.ask("DELETE", `/api-keys/${made.json.id}`)).json.code).toBe("api_key_not_found");
});

test("a key expires at its time of expiry", async () => {
  let now = Date.now();
  const clock = { now: () => new Date(now), after: () => () => {} };
  const later = await openPlatform({ clock });
  try {
    const expires_at = new Date(now + 60_000).toISOString();
    const made = await later.admin.post("/api-keys", { name: "short", expires_at });
    expect((await later.client(made.json.key).get(status)).json.key.expires_at).toBe(expires_at);
    now += 60_000;
    expect((await later.client(made.json.key).get(status)).json.code).toBe("api_key_invalid");
    const past = await later.admin.post("/api-keys", { name: "past", expires_at });
    expect(past.json).toMatchObject({ status: 422, errors: [{ pointer: "/expires_at" }] });
  } finally {
    await later.close();
  }
});

test("the time of a key's last use is written at most once a minute", async () => {
  const user = await at.user("touched");
  await user.get(status);
  const { last_used_at } = (await user.get("/api-keys")).json.items[0];
  expect(Date.now() - Date.parse(last_used_at)).toBeLessThan(60_000);
  for (let n = 0; n < 5; n++) await user.get(status);
  expect((await user.get("/api-keys")).json.items[0].last_used_at).toBe(last_used_at);
});

test("an IP address that keeps sending invalid keys is limited, and valid keys from there still work", async () => {
  const guessed = await openPlatform();
  try {
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => guessed.client(makeKey().text).get(status)),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(60);
    const limited = answers.find((answer) => answer.status === 429);
    expect(limited?.json.code).toBe("rate_limited");
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await guessed.admin.get(status)).status).toBe(200);
  } finally {
    await guessed.close();
  }
});
