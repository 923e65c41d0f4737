import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakePlatform } from "../../client/test/fake-platform.ts";
import { afterThisTest, ended, inTerminal, says, temporary } from "./platform.ts";

const esc = "\u001b";
const longAgo = "2020-01-01T00:00:00.000Z";
const bot = {
  ...{
    bot_id: "bot_1",
    name: "alpha",
    type: "realtime/x",
    version: "1.0.0",
    version_spec: "1.0.0",
    status: "running",
  },
  ...{
    config: {},
    desired: "running",
    revision: 1,
    restarts: 0,
    created_at: longAgo,
    updated_at: longAgo,
    has_queries: true,
  },
};

async function oneBot() {
  const fake = await fakePlatform(({ path, method }) => {
    if (method === "DELETE") return { status: 204 };
    if (path.includes("/usage")) return { status: 404, json: { code: "not_found" } };
    if (path.includes("/logs")) {
      const line = { time: longAgo, level: "info", stream: "stdout", message: "x" };
      return { json: { items: Array.from({ length: 60 }, (_, seq) => ({ ...line, seq })) } };
    }
    return { json: path.includes("bots?") ? { items: [bot] } : bot };
  });
  afterThisTest(fake.close);
  const env = { PLATFORM_API_URL: fake.url, PLATFORM_API_KEY: "k" };
  return { fake, run: (args: string[], more = {}) => inTerminal(args, { env: { ...env, ...more } }) };
}

test("on a terminal a list is a table with a header, colours and relative times", async () => {
  const { run } = await oneBot();
  const { stdout, code } = await ended(run(["bot", "list"]));
  expect(code).toBe(0);
  expect(stdout).toContain("STATUS");
  expect(stdout).toContain(`${esc}[32mrunning${esc}[39m`);
  expect(stdout).toMatch(/\d+d ago/);
});

test("on a terminal times have the date, the offset and the time zone of the user", async () => {
  const { run } = await oneBot();
  const env = { TZ: "Asia/Kolkata", NO_COLOR: "1" };
  const { stdout } = await ended(run(["bot", "logs", "bot_1", "-n", "1"], env));
  expect(stdout).toMatch(/^2020-01-01 05:30:00\.000 \+05:30 info {2}x\r?\n/);
  const shown = await ended(run(["bot", "get", "bot_1"], env));
  expect(shown.stdout).toMatch(/created: +\d+d ago \(2020-01-01 05:30:00 \+05:30\)/);
});

test.each([
  ["NO_COLOR", [], { NO_COLOR: "1" }],
  ["TERM=dumb", [], { TERM: "dumb" }],
  ["--no-color", ["--no-color"], {}],
])("%s disables colours", async (_what, args, env) => {
  const { run } = await oneBot();
  const { stdout } = await ended(run(["bot", "list", ...args], env));
  expect(stdout).toContain("running");
  expect(stdout).not.toContain(esc);
});

test("output longer than the screen goes through PAGER", async () => {
  const { run } = await oneBot();
  const { stdout } = await ended(run(["bot", "logs", "bot_1"], { PAGER: "sed s/^/paged:/" }));
  expect(stdout.match(/^paged:/gm)).toHaveLength(60);
});

test("deleting shows the bot and asks for its name; another name deletes nothing", async () => {
  const { fake, run } = await oneBot();
  const answer = async (typed: string) => {
    const child = run(["bot", "delete", "bot_1"]);
    const ending = ended(child);
    await says(child, "stdout", /Type the name of the bot/);
    child.stdin.write(typed);
    return ending;
  };
  const declined = await answer("beta\r");
  expect(declined.code).toBe(2);
  expect(declined.stdout).toContain(
    "This stops alpha (realtime/x 1.0.0, running) and deletes it permanently.",
  );
  expect(declined.stdout).toContain("nothing was deleted");
  expect(fake.seen.some(({ method }) => method === "DELETE")).toBe(false);
  const agreed = await answer("alpha\r");
  expect(agreed.code).toBe(0);
  expect(fake.seen.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("auth login --with-token asks for the key and does not show it", async () => {
  const { fake, run } = await oneBot();
  const child = run(["auth", "login", "--with-token", "--url", fake.url], { PLATFORM_API_KEY: "" });
  const ending = ended(child);
  await says(child, "stdout", /API key for/);
  child.stdin.write("by_typed_secret\r");
  const { stdout } = await ending;
  expect(fake.seen[0]?.headers.authorization).toBe("ApiKey by_typed_secret");
  expect(stdout).not.toContain("by_typed_secret");
});

/** A platform whose answers to polls are these, in order. */
async function devicePlatform(...polls: { status?: number; json: unknown }[]) {
  const fake = await fakePlatform(({ path }) => {
    if (path.endsWith("/device/code"))
      return {
        json: {
          device_code: "device",
          user_code: "WDJB-MJHT",
          verification_uri: "http://platform/device",
          verification_uri_complete: "http://platform/device?user_code=WDJB-MJHT",
          expires_in: 600,
          interval: 0,
        },
      };
    if (path.endsWith("/device/token")) return polls.shift()!;
    return {
      json: { user_name: "alice", role: "user", key: { id: "key1", name: "desk", scopes: ["read"] } },
    };
  });
  afterThisTest(fake.close);
  return fake;
}
const pending = { status: 400, json: { code: "authorization_pending" } };

test("auth login shows a code, waits for its approval, checks the new key and stores it", async () => {
  const token = { access_token: "by_new_secret", token_type: "Bearer", scope: "read", key_id: "key1" };
  const fake = await devicePlatform(pending, pending, { json: { ...token, user_name: "alice" } });
  const HOME = temporary();
  const run = inTerminal(["auth", "login", "--url", fake.url, "--scope", "read"], { env: { HOME } });
  const { stdout, code } = await ended(run);
  expect(code).toBe(0);
  expect(stdout).toContain("Open http://platform/device?user_code=WDJB-MJHT");
  expect(stdout).toContain("as alice (key key1: read)");
  expect(stdout).not.toContain("by_new_secret");
  expect(JSON.parse(fake.seen[0]!.body)).toMatchObject({ scopes: ["read"] });
  expect(fake.seen.map(({ path }) => path.replace("/api/v1", ""))).toEqual([
    "/device/code",
    "/device/token",
    "/device/token",
    "/device/token",
    "/auth/status",
  ]);
  expect(fake.seen.at(-1)?.headers.authorization).toBe("ApiKey by_new_secret");
  expect(readFileSync(join(HOME, "config", "profile.json"), "utf8")).toContain("by_new_secret");
});

test.each([
  ["access_denied", "The sign-in was denied."],
  ["expired_token", "The code has expired before the sign-in was approved."],
])("auth login stops with exit code 4 after %s", async (code, message) => {
  const fake = await devicePlatform(pending, { status: 400, json: { code } });
  const HOME = temporary();
  const run = await ended(inTerminal(["auth", "login", "--url", fake.url], { env: { HOME } }));
  expect(run.code).toBe(4);
  expect(run.stdout).toContain(message);
  expect(existsSync(join(HOME, "config", "profile.json"))).toBe(false);
});
