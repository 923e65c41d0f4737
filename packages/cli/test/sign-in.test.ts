import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KeyFixture } from "../../mock-server/src/index.ts";
import { profileDir } from "../src/profile/place.ts";
import { mocked } from "./mocked.ts";
import { platform, temporary } from "./platform.ts";

const keys: KeyFixture[] = [{ scopes: ["read", "deploy"] }, {}, {}];

/** A platform whose user has several keys. */
async function signInPlatform() {
  const { mock } = await mocked({ users: [{ name: "admin", keys }] });
  const [good, ...others] = mock.keysOf("admin") as [string, string, string];
  return { mock, url: mock.apiUrl, good, others };
}

const idOf = (key: string) => key.split("_")[1]!;

test("auth login checks the key and stores it in a file that only the user can read", async () => {
  const { url, good } = await signInPlatform();
  const HOME = temporary();
  const { code, stdout } = await platform(["auth", "login", "--with-token", "--url", url], {
    env: { HOME },
    input: `${good}\n`,
  });
  expect(code).toBe(0);
  expect(stdout).toBe(`Signed in to ${url} as admin (key ${idOf(good)}: read, deploy).\n`);
  const file = join(HOME, "config", "profile.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(HOME, "config")).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    current: url,
    servers: { [url]: { key: good } },
  });
});

test("an invalid key is exit code 4 with the request id, and is not stored", async () => {
  const { url, mock } = await signInPlatform();
  const HOME = temporary();
  const { code, stderr } = await platform(["auth", "login", "--with-token", "--url", url], {
    env: { HOME },
    input: "wrong",
  });
  expect(code).toBe(4);
  const { request_id } = await mock.requested("getAuthStatus");
  expect(stderr).toContain(
    `error: API key is invalid\n  request_id: ${request_id}\n  next: platform auth login`,
  );
  await expect(platform(["auth", "status", "--api-url", url], { env: { HOME } })).resolves.toMatchObject({
    code: 4,
  });
});

test("without a terminal auth login does not prompt: exit code 2, naming the option", async () => {
  const { code, stderr } = await platform(["auth", "login"]);
  expect(code).toBe(2);
  expect(stderr).toContain("--with-token");
});

test("options override the environment, which overrides the profile, and auth status shows the origin", async () => {
  const { url, good: kept, others } = await signInPlatform();
  const [fromEnv, piped] = others as [string, string];
  const HOME = temporary();
  await platform(["auth", "login", "--with-token", "--url", url], { env: { HOME }, input: kept });
  const who = async (args: string[], env: Record<string, string>, input = "") => {
    const { stdout } = await platform(["auth", "status", "--json", ...args], {
      env: { HOME, ...env },
      input,
    });
    const { key, key_from, url_from } = JSON.parse(stdout);
    return { key: key.id, key_from, url_from };
  };
  expect(await who([], {})).toEqual({ key: idOf(kept), key_from: "profile", url_from: "profile" });
  expect(await who([], { PLATFORM_API_KEY: fromEnv, PLATFORM_API_URL: url })).toEqual({
    key: idOf(fromEnv),
    key_from: "PLATFORM_API_KEY",
    url_from: "PLATFORM_API_URL",
  });
  expect(
    await who(["--api-key-stdin", "--api-url", url], { PLATFORM_API_KEY: fromEnv }, `${piped}\n`),
  ).toEqual({
    key: idOf(piped),
    key_from: "--api-key-stdin",
    url_from: "--api-url",
  });
});

test("a key is sent only to the address it is stored with", async () => {
  const [mine, other] = [await signInPlatform(), await signInPlatform()];
  const HOME = temporary();
  await platform(["auth", "login", "--with-token", "--url", mine.url], { env: { HOME }, input: mine.good });
  const { code } = await platform(["auth", "status"], { env: { HOME, PLATFORM_API_URL: other.url } });
  expect(code).toBe(4);
  expect(other.mock.requests).toEqual([]);
});

test("the key is not printed, not even with --verbose", async () => {
  const { url, good } = await signInPlatform();
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: good };
  const { stdout, stderr } = await platform(["auth", "status", "--verbose"], { env });
  expect(stderr).toMatch(/^> GET http\S+\/auth\/status 200 \d+ms req_\w+$/m);
  expect(stdout + stderr).not.toContain(good.slice(-49));
});

test("auth logout removes the key of this address", async () => {
  const { url, good } = await signInPlatform();
  const HOME = temporary();
  await platform(["auth", "login", "--with-token", "--url", url], { env: { HOME }, input: good });
  const { code, stdout, stderr } = await platform(["auth", "logout"], { env: { HOME } });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/\. Key \S+ is still valid\.\n$/),
  });
  expect(stderr).toMatch(/platform auth logout --revoke .*platform key revoke \S+\n$/);
  expect(readFileSync(join(HOME, "config", "profile.json"), "utf8")).not.toContain(good);
  await expect(platform(["auth", "status", "--api-url", url], { env: { HOME } })).resolves.toMatchObject({
    code: 4,
  });
});

test("a profile that other users can read is made private", async () => {
  const HOME = temporary();
  mkdirSync(join(HOME, "config"));
  const file = join(HOME, "config", "profile.json");
  writeFileSync(file, '{"servers":{}}');
  chmodSync(file, 0o644);
  await platform(["auth", "logout"], { env: { HOME } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("an unreachable platform is exit code 7, and the command to start one is suggested", async () => {
  const { url, mock } = await signInPlatform();
  await mock.close();
  const { code, stderr } = await platform(["bot", "list"], {
    env: { PLATFORM_API_URL: url, PLATFORM_API_KEY: "k" },
  });
  expect(code).toBe(7);
  expect(stderr).toMatch(
    /The request to \S+ failed: connection refused\.\n {2}next: platform doctor\n {8}platform serve/,
  );
});

test("the folder of the profile: the override, then the clone's if it exists, then the user's", () => {
  const clone = temporary();
  const env = { HOME: "/home/me", XDG_CONFIG_HOME: "/home/me/conf" };
  expect(profileDir(env, clone)).toBe("/home/me/conf/botyard");
  expect(profileDir({ HOME: "/home/me" }, undefined)).toBe("/home/me/.config/botyard");
  mkdirSync(join(clone, ".botyard", "cli"), { recursive: true });
  expect(profileDir(env, clone)).toBe(join(clone, ".botyard", "cli"));
  expect(profileDir({ ...env, PLATFORM_CONFIG_HOME: "/elsewhere" }, clone)).toBe("/elsewhere");
});
