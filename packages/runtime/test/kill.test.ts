import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { LaunchPaths } from "../src/executors/process/launch-dir.ts";
import type { Members } from "../src/executors/process/members/members.ts";
import { ProcessLaunch } from "../src/executors/process/process-launch.ts";

/** A launch whose reaper is `child`. */
function launchOf(child: ChildProcess, everything: Members["everything"]): ProcessLaunch {
  const record = { id: "launch_1", dir: "/nowhere", engine: "process", isolation: "none" } as const;
  const members: Members = { main: () => undefined, seen: () => [], everything };
  const launch = new ProcessLaunch(record, { status: "/nowhere/status" } as LaunchPaths, members);
  launch.follow(child);
  return launch;
}

test("a launch that is killed before its reaper has started the bot is killed when the bot is there", async () => {
  const child = new EventEmitter() as ChildProcess;
  let looks = 0;
  const launch = launchOf(child, async () => {
    looks++;
    // The bot appears after the first look, and is found and killed by a later one.
    if (looks === 3) child.emit("exit", 137, null);
    return [];
  });
  expect(await launch.kill()).toMatchObject({ code: 137, signal: "SIGKILL" });
});

test("a launch whose reaper is killed with it before the bot has started ends by SIGKILL", async () => {
  const child = new EventEmitter() as ChildProcess;
  const launch = launchOf(child, async () => {
    child.emit("exit", null, "SIGKILL");
    return [];
  });
  expect(await launch.kill()).toMatchObject({ code: 137, signal: "SIGKILL" });
});

test("how a bot ended is unknown if its reaper ends without a record, and nothing was killed", async () => {
  const child = new EventEmitter() as ChildProcess;
  const launch = launchOf(child, async () => []);
  child.emit("exit", null, "SIGKILL");
  expect(await launch.ended).toEqual({ endedAt: expect.any(Date) });
});

test("nothing is killed any more once a launch is over, though a kill was under way at its end", async () => {
  const child = new EventEmitter() as ChildProcess;
  let looks = 0;
  let underWay = 0;
  const launch = launchOf(child, async () => {
    looks++;
    underWay++;
    if (looks === 1) setImmediate(() => child.emit("exit", 137, null));
    await delay(looks === 1 ? 50 : 1);
    underWay--;
    return [];
  });
  void launch.kill();
  await launch.ended;
  expect({ looks, underWay }).toEqual({ looks: 2, underWay: 0 });
});
