import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  builtLanguages,
  type CompiledLanguage,
  compiledLanguages,
} from "../../../repo/src/drive/compiled.ts";
import { newProject } from "../compiled-project.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
const projects: string[] = [];

/** Creates, builds and deploys a bot. */
async function deployed(
  language: CompiledLanguage,
  name: string,
  type: "realtime" | "scheduled",
): Promise<void> {
  const cwd = await newProject(language, name, type);
  projects.push(cwd);
  await language.build(cwd);
  // Its ticks, every five minutes, would be runs that the test has not asked for.
  const instance = join(cwd, "instance.json");
  writeFileSync(instance, readFileSync(instance, "utf8").replace("*/5 * * * *", "0 0 1 1 *"));
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

beforeAll(async () => {
  if (builtLanguages.length > 0) on = await serve();
});
afterAll(async () => {
  await on?.close();
  for (const project of projects) rmSync(dirname(project), { recursive: true, force: true });
});

// A bot in C++ compiles the SDK in its own folder.
describe.each(compiledLanguages)(
  "a bot for $runtime on a real platform",
  { timeout: 600_000 },
  (language) => {
    const { name, whyNot } = language;
    const [beating, ticking] = [`beating-${name}`, `ticking-${name}`];

    test("runs all the time, and its query server answers", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      await deployed(language, beating, "realtime");
      const items = async () => (await on.json(["bot", "metrics", beating, "--since", "1h"])).items;
      await expect.poll(items, { timeout: 60_000 }).not.toEqual([]);
      expect((await items())[0]).toMatchObject({ type: "beat", data: { symbol: "AAPL", count: 1 } });
      expect(await query(beating)).toEqual({ symbol: "AAPL", beats: expect.any(Number) });
      expect((await on.platform(["bot", "stop", beating])).code).toBe(0);
      expect(await on.json(["bot", "get", beating])).toMatchObject({ status: "stopped" });
    });

    test("runs by schedule, reports its result, and answers each query in a process of its own", async ({
      skip,
    }) => {
      skip(whyNot !== undefined, whyNot);
      await deployed(language, ticking, "scheduled");
      expect(await query(ticking)).toEqual({ symbol: "AAPL", runs: 0 });
      const run = await on.json(["bot", "run", ticking]);
      expect(run).toMatchObject({ status: "success", result: { message: "looked at AAPL, run 1" } });
      expect(await query(ticking)).toEqual({ symbol: "AAPL", runs: 1 });
    });
  },
);
