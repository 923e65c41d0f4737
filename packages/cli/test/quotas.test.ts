import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
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
    quotas: [{ name: "bots", used: 2, limit: 2000 }, {}, {}, {}, {}, {}, {}, {}],
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
