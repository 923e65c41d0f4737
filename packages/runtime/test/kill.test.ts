import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { LaunchPaths } from "../src/executors/process/launch-dir.ts";
import type { Members } from "../src/executors/process/members.ts";
import { ProcessLaunch } from "../src/executors/process/process-launch.ts";

test("a launch that is killed before its reaper has started the bot is killed when the bot is there", async () => {
  const child = new EventEmitter() as ChildProcess;
  let looks = 0;
  const members: Members = {
    main: () => undefined,
    seen: () => [],
    async everything() {
      looks++;
      // The bot appears after the first look, and is found and killed by a later one.
      if (looks === 3) child.emit("exit", 137);
      return [];
    },
  };
  const record = { id: "launch_1", dir: "/nowhere", engine: "process", isolation: "none" } as const;
  const launch = new ProcessLaunch(record, {} as LaunchPaths, members);
  launch.follow(child);
  expect(await launch.kill()).toMatchObject({ code: 137, signal: "SIGKILL" });
});
