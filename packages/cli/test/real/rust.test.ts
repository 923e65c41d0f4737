import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cargo, whyNoCargo } from "../../../repo/src/drive/cargo.ts";
import { newProject } from "../rust-project.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
const projects: string[] = [];

/** Creates, builds and deploys a bot in Rust. */
async function deployed(name: string, type: "realtime" | "scheduled"): Promise<void> {
  const cwd = await newProject(name, type);
  projects.push(cwd);
  await cargo(cwd, "build", "--release");
  for (const command of [
    ["custom-bot", "deploy"],
    ["bot", "deploy", "instance.json"],
  ]) {
    const { code, stderr } = await on.platform(command, { cwd });
    if (code !== 0) throw new Error(stderr);
  }
}

const query = async (name: string) =>
  JSON.parse((await on.platform(["bot", "query", name, "/status"])).stdout);

describe("a bot in Rust on a real platform", () => {
  beforeAll(async () => {
    if (whyNoCargo === undefined) on = await serve();
  });
  afterAll(async () => {
    await on?.close();
    for (const project of projects) rmSync(dirname(project), { recursive: true, force: true });
  });

  test("runs all the time, and its query server answers", async ({ skip }) => {
    skip(whyNoCargo !== undefined, whyNoCargo);
    await deployed("beating", "realtime");
    const items = async () => (await on.json(["bot", "metrics", "beating", "--since", "1h"])).items;
    await expect.poll(items, { timeout: 60_000 }).not.toEqual([]);
    expect((await items())[0]).toMatchObject({ type: "beat", data: { symbol: "AAPL", count: 1 } });
    expect(await query("beating")).toEqual({ symbol: "AAPL", beats: expect.any(Number) });
    expect((await on.platform(["bot", "stop", "beating"])).code).toBe(0);
    expect(await on.json(["bot", "get", "beating"])).toMatchObject({ status: "stopped" });
  });

  test("runs by schedule, reports its result, and answers each query in a process of its own", async ({
    skip,
  }) => {
    skip(whyNoCargo !== undefined, whyNoCargo);
    await deployed("ticking", "scheduled");
    expect(await query("ticking")).toEqual({ symbol: "AAPL", runs: 0 });
    const run = await on.json(["bot", "run", "ticking"]);
    expect(run).toMatchObject({ status: "success", result: { message: "looked at AAPL, run 1" } });
    expect(await query("ticking")).toEqual({ symbol: "AAPL", runs: 1 });
  });
});
