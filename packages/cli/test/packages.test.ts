import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dryRun, newBot, paths } from "./new-bot.ts";
import { platform, temporary } from "./platform.ts";

test("init overwrites nothing", async () => {
  const cwd = await newBot();
  const before = readFileSync(join(cwd, "bot.py"), "utf8");
  const { code, stderr } = await platform(["custom-bot", "init", "--runtime", "python311"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("already has .gitignore, .platformignore, README.md, bot-config.yaml");
  expect(readFileSync(join(cwd, "bot.py"), "utf8")).toBe(before);
});

test("init refuses an invalid name and suggests a valid one, with the options as given", async () => {
  const { code, stderr } = await platform(["custom-bot", "init", "My Bot!"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/next: platform custom-bot init my-bot$/m);
  const options = ["--runtime", "nodejs24", "--type", "scheduled", "--typescript"];
  const chosen = await platform(["custom-bot", "init", "My Bot!", ...options]);
  expect(chosen.stderr).toMatch(
    /next: platform custom-bot init my-bot --runtime nodejs24 --type scheduled --typescript$/m,
  );
});

test("validate lists every problem with its place, and deploy refuses the bot", async () => {
  const cwd = await newBot();
  const config = readFileSync(join(cwd, "bot-config.yaml"), "utf8");
  const broken = config.replace("version: 1.0.0", "verison: 1.0.0").replace("bot: bot.py", "bot: missing.py");
  writeFileSync(join(cwd, "bot-config.yaml"), broken);
  writeFileSync(
    join(cwd, "bot-schema.json"),
    '{"type": "object", "properties": {"n": {"minimum": "three"}}}',
  );
  const { code, stdout, stderr } = await platform(["custom-bot", "validate"], { cwd });
  expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
  expect(stderr).toMatch(/bot-config\.yaml:3:1 error .*verison.*version/);
  expect(stderr).toMatch(/missing\.py/);
  expect(stderr).toMatch(/bot-schema\.json/);
  const deploy = await platform(["custom-bot", "deploy"], { cwd });
  expect(deploy).toMatchObject({ code: 6, stderr: expect.stringContaining("nothing was uploaded") });
  const { problems, valid } = JSON.parse(
    (await platform(["custom-bot", "validate", "--json"], { cwd })).stdout,
  );
  expect(valid).toBe(false);
  expect(problems.length).toBeGreaterThanOrEqual(3);
});

test("problems are sorted by line, and warnings are listed once", async () => {
  const cwd = await newBot();
  const broken = `name: Bad_Name
version: "1.0.0"
type: realtim
runtime: rust
entrypoints: {bot: gone.py}
schema: {bot: bot-schema.json}
metadata: {complexity: guru}
`;
  writeFileSync(join(cwd, "bot-config.yaml"), broken);
  const { stderr } = await platform(["custom-bot", "validate"], { cwd });
  const lines = [...stderr.matchAll(/bot-config\.yaml:(\d+):\d+ error/g)].map(([, line]) => Number(line));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  expect(stderr).toMatch(/^warning: bot-config\.yaml:\d+:\d+ Unknown complexity "guru"/m);
  expect(stderr).not.toContain("change to the folder of a custom bot");
});

test("for a folder without a custom bot, init is suggested", async () => {
  const { code, stderr } = await platform(["custom-bot", "deploy"], { cwd: temporary() });
  expect(code).toBe(6);
  expect(stderr).toContain("bot-config.yaml");
  expect(stderr).toContain("platform custom-bot init");
});

test("files that look like secrets are refused unless they are allowed", async () => {
  const cwd = await newBot();
  writeFileSync(join(cwd, ".env"), "EXCHANGE_KEY=abc\n");
  const refused = await platform(["custom-bot", "deploy", "--dry-run"], { cwd });
  expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining(".env") });
  const allowed = await platform(["custom-bot", "deploy", "--dry-run", "--allow-secrets"], { cwd });
  expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining(".env\t") });
  writeFileSync(join(cwd, ".platformignore"), ".env\n/instance.json\n");
  const ignored = await dryRun(cwd);
  expect(paths(ignored.document)).not.toContain(".env");
});
