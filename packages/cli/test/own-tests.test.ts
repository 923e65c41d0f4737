import { execFile } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { dryRun, newBot, paths } from "./new-bot.ts";

/** Runs a program in the folder of a bot; returns what it printed, also if it failed. */
async function run(
  cwd: string,
  command: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, npm_config_audit: "false", PYTHONDONTWRITEBYTECODE: "1" };
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd, env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

test("the page about tests shows those of the templates", () => {
  const root = join(import.meta.dirname, "..", "..", "..");
  const page = readFileSync(join(root, "docs/how-to/test-a-bot.md"), "utf8");
  const shown = [...page.matchAll(/^```\w+ template=(\S+)\n([\s\S]*?)^```$/gm)];
  expect(shown.length).toBeGreaterThan(1);
  for (const [, file, text] of shown) {
    const template = readFileSync(join(root, "packages/cli/templates", file!), "utf8");
    expect(text, file).toBe(template.replaceAll("__NAME__", "my-bot"));
  }
});

const types = ["realtime", "scheduled"];

describe.each([
  ...types.map((type) => ({
    title: `JavaScript (${type})`,
    args: ["--runtime", "nodejs24", "--type", type],
  })),
  ...types.map((type) => ({ title: `TypeScript (${type})`, args: ["--typescript", "--type", type] })),
])("a new bot in $title", ({ args }) => {
  test("passes its own tests, which are not packaged, and fails them when the bot is broken", async () => {
    const cwd = await newBot(...args);
    expect(await run(cwd, "npm", "install", "--prefer-offline")).toMatchObject({ code: 0 });
    expect(await run(cwd, "npm", "test")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/pass 1\b/),
    });
    expect(paths((await dryRun(cwd)).document).filter((path) => path.startsWith("test"))).toEqual([]);
    const source = args.includes("--typescript") ? "src/bot.ts" : "bot.mjs";
    appendFileSync(join(cwd, source), 'metric("more", {});\nthrow new Error("broken");\n');
    const line = readFileSync(join(cwd, source), "utf8").trimEnd().split("\n").length;
    expect(await run(cwd, "npm", "test")).toMatchObject({
      code: 1,
      output: expect.stringMatching(new RegExp(`broken[^]*/${source}(\\?run=1)?:${line}:`)),
    });
  });
});

describe.each(types)("a new bot in Python (%s)", (type) => {
  test("passes its own tests, which are not packaged, and fails them when the bot is broken", async () => {
    const cwd = await newBot("--runtime", "python311", "--type", type);
    expect(await run(cwd, "python3.11", "-m", "venv", ".venv")).toMatchObject({ code: 0 });
    const pip = ["install", "--quiet", "-r", "requirements-dev.txt"];
    expect(await run(cwd, ".venv/bin/pip", ...pip)).toMatchObject({ code: 0 });
    expect(await run(cwd, ".venv/bin/pytest")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/plugins: botyard-[\s\S]*1 passed/),
    });
    expect(
      paths((await dryRun(cwd)).document).filter((path) => /^(tests|requirements-dev)/.test(path)),
    ).toEqual([]);
    appendFileSync(join(cwd, "bot.py"), 'raise RuntimeError("broken")\n');
    expect(await run(cwd, ".venv/bin/pytest")).toMatchObject({
      code: 1,
      output: expect.stringContaining("broken"),
    });
  });
});
