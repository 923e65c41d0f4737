import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { scenarioSchema } from "../src/scenario/schema.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(join(root, "docs/how-to/test-against-the-mock-server.md"), "utf8");
const dir = mkdtempSync(join(tmpdir(), "botyard-mock-docs-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

for (const [, file, text] of page.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm))
  writeFileSync(join(dir, file!), text!);
mkdirSync(join(dir, "node_modules", "@botyard"), { recursive: true });
symlinkSync(join(root, "packages/mock-server"), join(dir, "node_modules/@botyard/mock-server"));
symlinkSync(join(root, "packages/mock-server/node_modules/msw"), join(dir, "node_modules/msw"));

async function run(command: string, args: string[], cwd = dir, env: NodeJS.ProcessEnv = {}) {
  const bare = Object.entries(process.env).filter(([name]) => !/^(PLATFORM_|NODE_|VITEST)/.test(name));
  const child = spawn(command, args, { cwd, env: { ...Object.fromEntries(bare), ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
}

describe("docs/how-to/test-against-the-mock-server.md", () => {
  test.each(["position.test.mjs", "dashboard.test.mjs"])("%s passes", async (file) => {
    const { code, output } = await run(process.execPath, ["--test", file]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("fail 0") });
  });

  test("ci.sh deploys a bot with the command line", async ({ skip }) => {
    if ((await run("sh", ["-c", "command -v jq curl"])).code !== 0) skip("jq or curl is not installed");
    const bin = join(dir, "bin");
    mkdirSync(bin);
    const commands = {
      platform: "packages/cli/bin/platform.mjs",
      npx: "packages/mock-server/bin/platform-mock.mjs",
    };
    for (const [name, file] of Object.entries(commands)) {
      // `npx platform-mock` is the command in the clone.
      const shift = name === "npx" ? "shift; " : "";
      writeFileSync(
        join(bin, name),
        `#!/bin/sh\n${shift}exec '${process.execPath}' '${join(root, file)}' "$@"\n`,
      );
      chmodSync(join(bin, name), 0o755);
    }
    const bot = {
      "bot-config.yaml":
        "name: my-bot\nversion: 1.0.0\ntype: realtime\nruntime: python311\nentrypoints:\n  bot: main.py\nschema:\n  bot: bot-schema.json\n",
      "bot-schema.json": '{"type":"object","properties":{}}',
      "main.py": "print('hello')\n",
      "instance.json": '{"name":"mine","type":"realtime/my-bot","version":"1.0.0","config":{}}',
    };
    for (const [name, text] of Object.entries(bot)) writeFileSync(join(dir, name), text);
    const PATH = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`;
    const { code, output } = await run("sh", ["ci.sh"], dir, { PATH, HOME: dir, PLATFORM_CONFIG_HOME: dir });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('{"position":3}') });
    const operations = readFileSync(join(dir, "operations.txt"), "utf8").split("\n");
    expect(operations).toEqual(expect.arrayContaining(["uploadCustomBot", "createBot", "queryBot"]));
  });
});

test("the program of the README prints what it says", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  writeFileSync(join(dir, "readme.mjs"), /^```js\n([\s\S]*?)^```$/m.exec(readme)![1]!);
  expect(await run(process.execPath, ["readme.mjs"])).toEqual({
    code: 0,
    output: "running\n429\n[ 'listBots 200', 'listBots 429' ]\n",
  });
});

test("the reference names every field of a scenario", () => {
  const reference = readFileSync(join(root, "docs/reference/mock-server.md"), "utf8");
  const missing = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { properties, ...rest } = schema as { properties?: Record<string, unknown> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (!reference.includes(`\`${name}\``)) missing.add(name);
      visit(field);
    }
    for (const part of Object.values(rest)) visit(part);
  };
  visit(scenarioSchema);
  expect([...missing]).toEqual([]);
});
