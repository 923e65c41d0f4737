import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newBot } from "./new-bot.ts";
import { platform } from "./platform.ts";

interface Found {
  file: string;
  line?: number;
  column?: number;
  message: string;
  code: string;
}

async function problemsOf(cwd: string, files: Record<string, string>): Promise<Found[]> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const { stdout } = await platform(["custom-bot", "validate", "--json"], { cwd });
  return (JSON.parse(stdout) as { problems: Found[] }).problems;
}

test("validate reports the syntax error of each Python file, and deploy uploads nothing", async () => {
  const cwd = await newBot();
  const found = await problemsOf(cwd, {
    "bot.py": "import os\n\ndef start(:\n    pass\n",
    "lib/helper.py": "x = (1,\n",
    "lib/fine.py": "match 1:\n    case 1: print('é')\n",
    "vendor/broken.py": "def (\n",
  });
  expect(found.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
    ["source.syntax_error", "bot.py", 3, 11],
    ["source.syntax_error", "lib/helper.py", 1, 5],
  ]);
  expect(found[1]!.message).toBe("\"lib/helper.py\" cannot be parsed: '(' was never closed.");
  const { code, stderr } = await platform(["custom-bot", "deploy"], { cwd });
  expect(code).toBe(6);
  expect(stderr).toContain("has 2 problems; nothing was uploaded.");
  expect(stderr).toContain("bot.py:3:11 error");
});

test("validate parses JavaScript as Node.js does: modules, CommonJS and files that may be either", async () => {
  const cwd = await newBot("--runtime", "nodejs24");
  const found = await problemsOf(cwd, {
    "lib/broken.mjs": "import fs from 'node:fs';\nconst a = ;\n",
    "lib/fine.cjs": "#!/usr/bin/env node\nreturn require('node:fs');\n",
    "lib/broken.cjs": "const a = 1;\nimport fs from 'node:fs';\n",
    "other/package.json": "{}",
    "other/module.js": "export const a = await 1;\n",
    "other/common.js": "with ({}) module.exports = 1;\n",
    "other/broken.js": "export const a = {;\n",
    "node_modules/x/broken.js": "{{{",
  });
  expect(found.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
    ["source.syntax_error", "lib/broken.cjs", 2, 1],
    ["source.syntax_error", "lib/broken.mjs", 2, 11],
    ["source.syntax_error", "other/broken.js", 1, 19],
  ]);
});

test("without Python, the files are not parsed, and validate says so", async () => {
  const cwd = await newBot();
  writeFileSync(join(cwd, "bot.py"), "def (\n");
  const env = { PLATFORM_PYTHON: "/nonexistent/python" };
  const { code, stderr } = await platform(["custom-bot", "validate"], { cwd, env });
  expect(code).toBe(0);
  expect(stderr).toContain("The Python files were not parsed, because Python 3.11 or newer was not found.");
});

test("all problems are reported in one round: configuration, schema, entrypoints and sources", async () => {
  const cwd = await newBot();
  const schema = {
    $ref: "https://example.com/schema.json",
    type: "object",
    properties: {
      a: { type: "integr" },
      b: { type: "string", pattern: "(?=x)" },
      c: { minimum: "three" },
      d: { required: "yes" },
    },
  };
  const found = await problemsOf(cwd, {
    "bot-config.yaml":
      "name: My Bot\nversion: 1\ntype: realtim\nruntime: python99\nentrypoints:\n  bot: missing.py\n  query: qurey.py\n",
    "bot-schema.json": JSON.stringify(schema, null, 2),
    "bot.py": "def (\n",
  });
  const codes = found.map(({ code, file, line }) => `${file}:${line} ${code}`);
  expect(codes).toEqual(
    expect.arrayContaining([
      "bot-config.yaml:1 bot_config.invalid_name",
      "bot-config.yaml:2 bot_config.invalid_version",
      "bot-config.yaml:3 bot_config.invalid_value",
      "bot-config.yaml:4 bot_config.unknown_runtime",
      "bot-config.yaml:6 entrypoint.missing",
      "bot-config.yaml:7 entrypoint.missing",
      "bot-schema.json:2 bot_schema.remote_ref",
      "bot-schema.json:6 bot_schema.invalid_schema",
      "bot-schema.json:10 bot_schema.pattern_refused",
      "bot-schema.json:13 bot_schema.invalid_schema",
      "bot-schema.json:16 bot_schema.invalid_schema",
      "bot.py:1 source.syntax_error",
    ]),
  );
  expect(found.filter(({ code }) => code === "bot_config.missing_field")).toHaveLength(1);
});
