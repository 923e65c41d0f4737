import { expect, test } from "vitest";
import { threeBots } from "./three-bots.ts";

const failed = { status: "failed", reason: "crash_loop", detail: "The process exited with code 1." } as const;

test("an update that mends a failed bot starts it, and does not print the lines of the old crash", async () => {
  const { run } = await threeBots(["old crash"], {}, failed);
  const { code, stdout, stderr } = await run("bot", "update", "alpha", "--config", '{"n":2}', "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ status: "running", revision: 2, running_revision: 2 });
});

test("an update that does not mend a failed bot is exit code 1, with the lines of the new crash only", async () => {
  const start = { ...failed, logs: ["new crash"] };
  const { run } = await threeBots([{ message: "old crash", time: "-1h" }], {}, { ...failed, start });
  const { code, stdout, stderr } = await run("bot", "update", "alpha", "--config", '{"n":2}');
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("error: The bot alpha failed. The process exited with code 1.");
  expect(stderr).toContain("new crash");
  expect(stderr).not.toContain("old crash");
});

test("a change that does not start a failed bot says so", async () => {
  const { run } = await threeBots([], {}, failed);
  const { code, stdout, stderr } = await run("bot", "update", "alpha", "--name", "omega");
  expect([code, stdout]).toEqual([0, expect.stringContaining("failed (crash_loop)")]);
  expect(stderr).toBe(
    "warning: The change was saved, but it does not affect what the bot runs with: omega is still failed. Next: platform bot restart bot_abc1\n",
  );
});

test("an update of a bot in back-off waits for a start with the new config, not for the next status", async () => {
  const { run } = await threeBots([], {}, { status: "backing_off", restarts: 3 });
  const { code, stdout } = await run("bot", "update", "alpha", "--config", '{"n":2}', "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: "running", running_revision: 2 });
});

test("rolling back mends a failed bot as an update does", async () => {
  const { run, mock } = await threeBots([]);
  await run("bot", "update", "alpha", "--config", '{"n":2}');
  mock.setStatus("alpha", "failed", { reason: "crash_loop" });
  const { code, stdout } = await run("bot", "rollback", "alpha", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: "running", config: {}, running_revision: 3 });
});

test("a bot in back-off is shown with its next start and the number of starts left", async () => {
  const retry = { seconds: 90, attempts_left: 7 };
  const { run, mock } = await threeBots(
    [],
    { now: "2026-11-20T14:30:00Z" },
    { status: "backing_off", retry },
  );
  const at = "2026-11-20T14:31:30.000Z";
  expect((await run("bot", "get", "alpha")).stdout).toMatch(
    new RegExp(`next try:\\s+${at}, 7 attempts left\n`),
  );
  mock.setStatus("alpha", "backing_off", { retry: { ...retry, attempts_left: 1 } });
  expect((await run("bot", "get", "alpha")).stdout).toContain("1 attempt left\n");
  mock.setStatus("alpha", "backing_off", { retry });
  const [alpha, beta] = (await run("bot", "list")).stdout.split("\n").map((line) => line.split("\t").at(-1));
  expect([alpha, beta]).toEqual([`try ${at}, 7 attempts left`, ""]);
});
