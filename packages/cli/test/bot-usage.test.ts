import { expect, test } from "vitest";
import { threeBots } from "./three-bots.ts";

test("a bot is shown with what it uses of its limits, also by a platform that does not measure it", async () => {
  const { run, mock } = await threeBots(["line"], {}, { metrics: [{ type: "m", data: {} }] });
  expect((await run("bot", "get", "alpha")).stdout).toMatch(
    /kept:\s+1 log line \(204 B of 1.0 GiB, for 14 days\), 1 metric \(203 B of 1.0 GiB, for 90 days\)\n/,
  );
  expect((await run("bot", "get", "alpha")).stdout).toMatch(
    /usage:\s+memory 48.0 MiB of 256.0 MiB, cpu 0.02 of 0.5 cores, processes 3 of 128/,
  );
  expect((await run("bot", "get", "alpha")).stdout).toMatch(
    /disk:\s+0 B of 2.0 GiB, 0 of 100000 files, 0 state keys\n/,
  );
  await run("bot", "stop", "alpha");
  expect((await run("bot", "get", "alpha")).stdout).toMatch(
    /limits:\s+memory 256.0 MiB, cpu 0.5 cores, processes 128\n/,
  );
  mock.fail({ operation: "getBotUsage", status: 404, code: "not_found" });
  const older = await run("bot", "get", "alpha");
  expect([older.code, older.stdout.includes("usage")]).toEqual([0, false]);
});
