import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { platform } from "./platform.ts";

test("the start deadline of a bot comes from an instance file, an option or a scenario, and is shown", async () => {
  const { env, run } = await mocked({
    bots: [
      {
        ...{ name: "made", type: "scheduled/daily", start_deadline_seconds: 30 },
        runs: [{ tick: "-1h", status: "missed", late_seconds: 75, start_deadline_seconds: 30 }],
      },
    ],
  });
  const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);
  expect((await json("bot", "get", "made")).start_deadline_seconds).toBe(30);
  const instance = {
    ...{ name: "filed", type: "scheduled/daily", version: "latest", schedule: "@daily", config: {} },
    start_deadline_seconds: 90,
  };
  await platform(["bot", "deploy", "-", "--detach"], { env, input: JSON.stringify(instance) });
  expect((await run("bot", "get", "filed")).stdout).toMatch(/^start deadline: +90 s$/m);
  await run("bot", "update", "filed", "--start-deadline-seconds", "120");
  await run("bot", "update", "filed", "--schedule", "@hourly");
  expect((await json("bot", "get", "filed")).start_deadline_seconds).toBe(120);
  const { items } = await json("bot", "revisions", "filed");
  expect(items.map((one: typeof instance) => one.start_deadline_seconds)).toEqual([120, 120, 90]);
  await run("bot", "rollback", "filed", "1");
  expect((await json("bot", "get", "filed")).start_deadline_seconds).toBe(90);
  const wrong = await run("bot", "update", "filed", "--start-deadline-seconds", "soon");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("--start-deadline-seconds soon is not a positive number.");
  const runs = await run("bot", "runs", "made");
  expect(runs.stdout).toContain("75 s (deadline: 30 s)");
  expect(await json("bot", "runs", "made")).toMatchObject({
    items: [{ status: "missed", late_seconds: 75, start_deadline_seconds: 30 }],
  });
});
