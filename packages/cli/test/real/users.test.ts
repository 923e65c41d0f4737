import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ended, inTerminal, says } from "../platform.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
beforeAll(async () => {
  on = await serve();
});
afterAll(() => on.close());

const api = (path: string, key: string, body?: object) =>
  fetch(`${on.url}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `ApiKey ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

test("an admin adds a user, who signs in by the link or a key, and ends its access again", async () => {
  const added = await on.json(["user", "add", "alice"]);
  expect(added).toMatchObject({ name: "alice", role: "user" });
  const page = await fetch(added.sign_in_link);
  expect(await page.text()).toContain("<h1>Sign in</h1>");
  const { key, id } = await on.json(["key", "create", "laptop", "--user", "alice"]);
  const alice = { env: { ...on.env, PLATFORM_API_KEY: key } };
  expect((await on.platform(["auth", "status"], alice)).stdout).toContain("alice");
  const refused = await on.platform(["user", "list"], alice);
  expect(refused.code).toBe(4);
  expect((await on.json(["user", "list"])).items.map((user: { name: string }) => user.name)).toEqual([
    "admin",
    "alice",
  ]);
  expect((await on.json(["key", "list", "--user", "alice"])).items).toMatchObject([{ id, user: "alice" }]);
  expect((await on.json(["bot", "list", "--user", "all"])).items).toEqual([]);
  expect((await on.json(["user", "disable", "alice"])).disabled_at).toBeDefined();
  expect((await on.platform(["auth", "status"], alice)).code).toBe(4);
  await on.json(["user", "enable", "alice"]);
  expect((await on.platform(["auth", "status"], alice)).code).toBe(0);
  expect(await on.json(["key", "revoke", id, "--yes"])).toMatchObject({ id, revoked: true });
  expect((await on.platform(["auth", "status"], alice)).code).toBe(4);
});

test("auth login in a terminal gets a key when its code is approved", async () => {
  const HOME = mkdtempSync(join(on.dir ?? tmpdir(), "home-"));
  const child = inTerminal(["auth", "login", "--url", on.url], { env: { HOME } });
  const ending = ended(child);
  const code = /the code ([A-Z]{4}-[A-Z]{4})\./.exec(
    await says(child, "stdout", /the code [A-Z-]{9}\./),
  )![1]!;
  const admin = readFileSync(join(on.dir, "data", "admin.key"), "utf8").trim();
  expect((await api(`/device/${code}/approve`, admin, {})).status).toBe(200);
  const { code: exit, stdout } = await ending;
  expect(exit).toBe(0);
  expect(stdout).toMatch(/Signed in to \S+ as admin \(key \w+: read, deploy\)/);
});
