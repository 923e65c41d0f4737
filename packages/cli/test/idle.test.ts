import { expect, test } from "vitest";
import { newBot } from "./new-bot.ts";
import { platform } from "./platform.ts";
import { problemsOf } from "./problems-of.ts";

const warnings = async (cwd: string, files: Record<string, string>) =>
  (await problemsOf(cwd, files)).map(({ code, file }) => [code, file]);

test.each([
  ["def main():\n    print(1)\n", true],
  ['"""A bot."""\nimport json\nLIMIT = 3\nclass Bot:\n    pass\nasync def main(): ...\n', true],
  ["from x import register\n@register\ndef main(): ...\n", false],
  ["def main(): ...\nmain()\n", false],
  ["def main(): ...\nif __name__ == '__main__':\n    main()\n", false],
  ["import helper\ndef main(): ...\n", false],
  ["x = open('y').read()\ndef main(): ...\n", false],
  ["import json\n", false],
])("validate warns of a Python bot that only defines: %j is %s", async (text, warns) => {
  const cwd = await newBot("--type", "scheduled");
  const files = { "bot.py": `# BOT_CONFIG\n${text}`, "helper.py": "print(1)\n" };
  const only = ["entrypoint.only_definitions", "bot.py"];
  expect(await warnings(cwd, files)).toEqual(warns ? [only] : []);
});

test.each([
  ["export function main() {}\n", true],
  ['"use strict";\nimport fs from "node:fs";\nexport default async () => {};\nconst limit = 3;\n', true],
  ["function main() {}\nmain();\n", false],
  ['import "./helper.mjs";\nexport function main() {}\n', false],
  ["export const data = await fetch('http://x');\n", false],
  ["export class Bot { static { start(); } }\nnew Bot();\n", false],
])("validate warns of a JavaScript bot that only defines: %j is %s", async (text, warns) => {
  const cwd = await newBot("--runtime", "nodejs24", "--type", "scheduled");
  const files = { "bot.mjs": `// BOT_CONFIG\n${text}`, "helper.mjs": "console.log(1);\n" };
  const only = ["entrypoint.only_definitions", "bot.mjs"];
  expect(await warnings(cwd, files)).toEqual(warns ? [only] : []);
});

test("validate warns of a CommonJS or TypeScript bot that only defines", async () => {
  const cwd = await newBot("--runtime", "nodejs24");
  const config = (bot: string) =>
    `name: my-bot\nversion: 1.0.0\ntype: scheduled\nruntime: nodejs24\nentrypoints: { bot: ${bot} }\nschema: { bot: bot-schema.json }\n`;
  const common =
    'const fs = require("fs");\nmodule.exports = { main() { return process.env.BOT_CONFIG; } };\n';
  const typed =
    "export async function main(n: number): Promise<string | undefined> { return process.env.BOT_CONFIG; }\n";
  for (const [bot, text] of [
    ["bot.cjs", common],
    ["bot.ts", typed],
  ] as const)
    expect(
      await warnings(cwd, {
        "bot-config.yaml": config(bot),
        "package.json": '{"type":"module"}',
        [bot]: text,
      }),
    ).toEqual([["entrypoint.only_definitions", bot]]);
});

test("validate warns of a bot that reads no config, and of a config.json that it would not have", async () => {
  const cwd = await newBot("--type", "scheduled");
  const bot =
    "import json\nprint(1)\nif __name__ == '__main__':\n    print(json.load(open('config.json')))\n";
  const files = { "bot.py": bot, "query.py": "print(1)\n", "config.json": "{}" };
  expect(await warnings(cwd, files)).toEqual([
    ["entrypoint.ignores_config", "bot.py"],
    ["pack.config_not_packed", "bot.py"],
  ]);
  expect((await platform(["custom-bot", "validate"], { cwd })).code).toBe(0);
  const kept = {
    ...files,
    "lib.py": "import os\nos.environ['BOT_CONFIG']\n",
    ".platformignore": "!/config.json\n",
  };
  expect(await warnings(cwd, kept)).toEqual([]);
});

test.each([
  ["if __name__ == '__main__':\n    os.environ['BOT_CONFIG'] = '{}'\n", true],
  ["if 'BOT_CONFIG' not in os.environ:\n    os.environ['BOT_CONFIG'] = '{}'\n", false],
  ["os.environ.setdefault('BOT_CONFIG', '{}')\n", false],
  ["print(os.environ['BOT_CONFIG'] == '')\n", false],
])("validate warns of a Python bot that sets its own config: %j is %s", async (text, warns) => {
  const cwd = await newBot("--type", "scheduled");
  const files = { "bot.py": `import os\nfrom botyard import input\n${text}print(input.parse())\n` };
  expect(await warnings(cwd, files)).toEqual(warns ? [["entrypoint.overrides_config", "bot.py"]] : []);
});

test.each([
  ["process.env.BOT_CONFIG = '{}';\n", true],
  ["process.env['BOT_CONFIG'] = '{}';\n", true],
  ["process.env.BOT_CONFIG ??= '{}';\n", false],
])("validate warns of a JavaScript bot that sets its own config: %j is %s", async (text, warns) => {
  const cwd = await newBot("--runtime", "nodejs24", "--type", "scheduled");
  const files = { "bot.mjs": `${text}console.log(1);\n` };
  expect(await warnings(cwd, files)).toEqual(warns ? [["entrypoint.overrides_config", "bot.mjs"]] : []);
});

test("a run that leaves nothing is shown as such by platform dev", async () => {
  const cwd = await newBot("--type", "scheduled");
  await problemsOf(cwd, { "bot.py": "def main():\n    print(1)\n" });
  const { code, stderr } = await platform(["dev", "--tick", "now"], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain("The run left no result, metric or log line.");
});
