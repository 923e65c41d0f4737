import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newBot } from "./new-bot.ts";
import { platform, temporary } from "./platform.ts";
import { problemsOf } from "./problems-of.ts";

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

test("a PLATFORM_PYTHON that is too old is named, with its version", async () => {
  const old = join(temporary(), "python");
  writeFileSync(old, '#!/bin/sh\ncase "$*" in *python_version*) echo 3.10.4;; *) exit 1;; esac\n', {
    mode: 0o755,
  });
  const env = { PLATFORM_PYTHON: old };
  const says = `Python 3.11 or newer was not found`;
  const names = ` PLATFORM_PYTHON names ${old}, which is Python 3.10.4.`;
  const { stderr } = await platform(["custom-bot", "validate"], { cwd: await newBot(), env });
  expect(stderr).toContain(`${says}.${names}`);
  const { stdout } = await platform(["doctor", "--json"], { env });
  expect(stdout).toContain(`${says}; Python bots cannot run on this machine.${names}`);
});

test("without Python, the files are not parsed, and validate says so", async () => {
  const cwd = await newBot();
  writeFileSync(join(cwd, "bot.py"), "def (\n");
  const env = { PLATFORM_PYTHON: "/nonexistent/python" };
  const { code, stderr } = await platform(["custom-bot", "validate"], { cwd, env });
  expect(code).toBe(0);
  expect(stderr).toContain(
    "The Python files were not parsed, because Python 3.11 or newer was not found. PLATFORM_PYTHON names /nonexistent/python, which cannot be started.",
  );
});

/** Syntax of Python 3.12. */
const newSyntax = "type Price = float\nimport botyard, os\nprint(os.environ)\n";

test("Python files may have the syntax of the version that the bot runs on, and no newer one", async ({
  skip,
}) => {
  const older = await newBot("--runtime", "python311");
  expect(await problemsOf(older, { "bot.py": newSyntax })).toMatchObject([{ code: "source.syntax_error" }]);
  const cwd = await newBot("--runtime", "python312");
  expect(await problemsOf(cwd, { "bot.py": newSyntax })).toEqual([]);
  if (spawnSync("python3.11", ["--version"]).status !== 0)
    return skip("This machine has no Python 3.11, which does not know the syntax.");
  const none = await platform(["custom-bot", "validate"], { cwd, env: { PLATFORM_PYTHON: "python3.11" } });
  expect(none.stderr).toMatch(
    /bot\.py was not parsed: it has syntax that Python 3\.11 does not know, and Python 3\.12, on which the bot runs, was not found\. PLATFORM_PYTHON names python3\.11/,
  );
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

async function typeScriptProblems(files: Record<string, string>) {
  const cwd = await newBot("--runtime", "nodejs24");
  const config =
    "name: my-bot\nversion: 1.0.0\ntype: realtime\nruntime: nodejs24\nentrypoints: { bot: main.ts }\nschema: { bot: bot-schema.json }\n";
  return problemsOf(cwd, { "bot-config.yaml": config, "package.json": '{"type":"module"}', ...files });
}

test.each([
  ["an enum", "const n: number = 1;\n  enum Side { Buy }\n", 2, 3, "as const"],
  ["a const enum", "const enum Side { Buy }\n", 1, 1, "as const"],
  ["a namespace", "namespace A { export const x = 1 }\n", 1, 1, "file of their own"],
  [
    "a parameter property",
    "class A {\n  constructor(private x: number) {}\n}\n",
    2,
    23,
    "assign it in the constructor",
  ],
  ["import =", 'import fs = require("node:fs");\n', 1, 1, "import declaration"],
  ["export =", "export = 3;\n", 1, 1, "export default"],
  ["a decorator", "const d = (x: unknown) => x;\n@d class A {}\n", 2, 1, "Call the function"],
  ["a type in angle brackets", "const a = <number>(3 as unknown);\n", 1, 11, "as Type"],
])(
  "validate reports %s in a TypeScript entrypoint, which Node.js only strips of types",
  async (_, text, line, column, instead) => {
    const found = await typeScriptProblems({ "main.ts": text });
    expect(found).toMatchObject([{ code: "source.unsupported_syntax", file: "main.ts", line, column }]);
    expect((found[0] as unknown as { next: string }).next).toContain(instead);
  },
);

test("validate follows the imports of a TypeScript entrypoint, and nothing else", async () => {
  const found = await typeScriptProblems({
    "main.ts":
      'import { a } from "./lib/a.ts";\nimport type { T } from "./types.ts";\nconsole.log(a satisfies T);\n',
    "lib/a.ts": 'export { b as a } from "../b.mjs";\n',
    "b.mjs": 'export const { b } = await import("./lib/c.ts");\n',
    "lib/c.ts": "export enum b { X }\n",
    "types.ts": "export type T = unknown;\n",
    "unused.ts": "enum A { X }\n",
  });
  expect(found.map(({ file, line }) => [file, line])).toEqual([["lib/c.ts", 1]]);
});

test("validate reports imports that Node.js does not find, and types that are imported as values", async () => {
  const found = await typeScriptProblems({
    "main.ts":
      'import { a } from "./a";\nimport { b } from "./b.js";\nimport c, { type D, Config } from "./config.ts";\nimport "./gone.ts";\nimport { x } from "./view.tsx";\n',
    "a.ts": "export const a = 1;\n",
    "b.ts": "export const b = 1;\n",
    "view.tsx": "export const x = 1;\n",
    "config.ts": "export interface Config { a: 1 }\nexport type D = 1;\nexport default 1;\n",
  });
  expect(found.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["source.import_missing", 1, 19],
    ["source.import_missing", 2, 19],
    ["source.unsupported_syntax", 3, 21],
    ["source.import_missing", 4, 8],
    ["source.unsupported_syntax", 5, 19],
  ]);
  const next = found.map((one) => (one as unknown as { next: string }).next);
  expect(next.slice(0, 3)).toEqual([
    'Write "./a.ts".',
    'Write "./b.ts".',
    'Write "import type { Config }", or "import { type Config }".',
  ]);
});

test("imports in comments and texts of a TypeScript entrypoint are not followed", async () => {
  const found = await typeScriptProblems({
    "main.ts":
      '#!/usr/bin/env node\n/*\nimport { a } from "./example.ts";\n*/\nimport b from "./b.ts";\nconsole.log(`\nimport c from "./written.ts";\nexport { d } from "./d.ts";\n`, b as number);\n',
    "b.ts": "export default 1;\n",
  });
  expect(found).toEqual([]);
});

test("a TypeScript entrypoint with types only, and sources that are compiled, are accepted", async () => {
  expect(
    await typeScriptProblems({
      "main.ts":
        "declare enum Gone { X }\nabstract class A<T> { declare x: T; y!: number; }\nexport type { A };\nconst t = 1 as const satisfies number;\nconsole.log(t!);\n",
    }),
  ).toEqual([]);
  const cwd = await newBot("--runtime", "nodejs24");
  expect(await problemsOf(cwd, { "src/app.ts": "enum A { X }\n" })).toEqual([]);
});
