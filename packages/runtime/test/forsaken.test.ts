import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { identify, signal } from "../src/executors/process/members/identity.ts";
import { SandboxMembers } from "../src/executors/process/members/sandbox.ts";

test("the child of a reaper that was killed before it recorded the child's pid is found", async () => {
  const id = `launch-${process.pid}`;
  const reaper = spawn("/bin/sh", ["-c", "sleep 1000 & echo begun; wait"], {
    detached: true,
    env: { BOTYARD_LAUNCH: id, PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(reaper.stdout, "data");
  const identity = identify(reaper.pid as number);
  if (!identity) throw new Error("The reaper is gone.");
  signal(identity, "SIGKILL");
  await once(reaper, "exit");
  const members = new SandboxMembers({ id, status: "/nowhere/status", reaper: identity, user: undefined });
  const left = await members.everything();
  expect(left).toHaveLength(1);
  for (const { pid } of left) process.kill(pid, "SIGKILL");
});
