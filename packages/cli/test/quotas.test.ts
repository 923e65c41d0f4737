import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { platform } from "./platform.ts";
import { threeBots } from "./three-bots.ts";

test("a user sees what it has of each quota, and an admin what each user has", async () => {
  const { run } = await mocked({
    users: [{ name: "admin" }, { name: "lena", role: "user" }],
    bots: [
      { name: "one", owner: "lena" },
      { name: "two", owner: "lena" },
    ],
  });
  const own = await run("user", "show");
  expect(own.stdout).toMatch(/^bots\t0\t2000\tPLATFORM_USER_BOTS\nprocesses\t0\t2000\t/);
  expect(own.stdout).toMatch(/\ndisk\t0 B\t256.0 GiB\tPLATFORM_USER_DISK_BYTES\n/);
  expect((await run("user", "show", "lena")).stdout).toMatch(/^bots\t2\t2000\t/);
  const all = await run("user", "list", "--usage");
  expect(all.stdout).toMatch(/^admin\t0\/2000\t.*\nlena\t2\/2000\t2\/2000\t0 B\/256.0 GiB\t/);
  const { items } = JSON.parse((await run("user", "list", "--usage", "--json")).stdout);
  expect(items[1]).toMatchObject({
    user_name: "lena",
    quotas: [{ name: "bots", used: 2, limit: 2000 }, {}, {}, {}, {}, {}, {}, {}, {}],
  });
});

test("a request beyond a quota fails with the platform's sentence and the command that shows the quotas", async () => {
  const { run, mock } = await threeBots();
  const detail =
    "A user may have 3 bots, and this one has 3. Delete a bot, or ask the operator of the platform to raise PLATFORM_USER_BOTS.";
  mock.fail({ operation: "startBot", code: "quota_exceeded", detail });
  const refused = await run("bot", "start", "alpha");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`error: ${detail}\n`);
  expect(refused.stderr).toContain("next: platform user show ");
  expect(refused.stderr).not.toContain("auth login");
});

test("a key for another user beyond that user's quota names the command that shows the quotas of that user", async () => {
  const { run, mock } = await mocked({ users: [{ name: "admin" }, { name: "lena", role: "user" }] });
  mock.fail({ operation: "createApiKey", code: "quota_exceeded" });
  const refused = await run("key", "create", "third", "--user", "lena");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("next: platform user show lena ");
  mock.fail({ operation: "createApiKey", code: "quota_exceeded" });
  expect((await run("key", "create", "third")).stderr).toContain("next: platform user show  ");
});

const detail = "The bot cannot be started now. The files of the user's bots use the quota.";
const full = { status: "backing_off", reason: "quota_exceeded", detail } as const;
const notRunning = `error: The bot alpha is not running. ${detail} The platform starts it as soon as there is room.\n`;

test.each([[["restart", "alpha"]], [["update", "alpha", "--config", '{"n":2}']]])(
  "bot %j of a bot that waits for a quota ends with exit code 1",
  async (args) => {
    const { run } = await threeBots([], {}, { ...full, start: full });
    const { code, stdout, stderr } = await run("bot", ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(notRunning);
    expect(stderr).toContain("next: platform user show ");
  },
);

test("a start ends when the bot begins to wait for a quota", async () => {
  const { run, mock } = await threeBots([], {}, { status: "stopped", start: { delay_ms: 600_000 } });
  const starting = run("bot", "start", "alpha");
  await mock.requested("startBot");
  await mock.settled();
  mock.setStatus("alpha", "pending", { reason: "quota_exceeded", detail });
  const { code, stderr } = await starting;
  expect(code).toBe(1);
  expect(stderr).toContain(notRunning);
});

test("a restart that takes too long says after what time, in the words of the option", async () => {
  const { run } = await threeBots([], {}, { start: { delay_ms: 600_000 } });
  const { code, stderr } = await run("bot", "restart", "alpha", "--timeout", "2s");
  expect(code).toBe(7);
  expect(stderr).toContain("error: The bot alpha is still starting after 2s. The platform continues");
});

test("what is only for admins names the role that the user needs, and the command that adds an admin", async () => {
  const { mock, env, run } = await mocked({ users: [{ name: "admin" }, { name: "lena", role: "user" }] });
  const refused = await platform(["user", "list"], { env: { ...env, PLATFORM_API_KEY: mock.keyOf("lena") } });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('Only an admin may do this, and the user "lena" has the role "user".');
  expect(refused.stderr).toContain("platform user add <name> --role admin ");
  expect(refused.stderr).not.toContain("auth login");
  expect((await run("user", "add", "olga", "--role", "admin")).code).toBe(0);
  const key = (await run("key", "create", "laptop", "--user", "olga", "--scope", "admin")).stdout.trim();
  expect((await platform(["user", "list"], { env: { ...env, PLATFORM_API_KEY: key } })).code).toBe(0);
});

test("a key of an admin without the scope admin leads to one with it", async () => {
  const { run } = await mocked({
    users: [{ name: "admin", keys: [{ scopes: ["read"] }] }, { name: "lena" }],
  });
  const { stderr } = await run("user", "show", "lena");
  expect(stderr).toMatch(/error: This request requires the scope "admin"; the API key \S+ has read\./);
  expect(stderr).toContain("platform auth login --scope admin ");
});
