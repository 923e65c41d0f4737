import { execFile } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compiledLanguages } from "../../../repo/src/drive/compiled.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
// The pages use the same names, so each has a platform of its own.
beforeEach(async () => {
  on = await serve();
});
afterEach(() => on?.close());

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Returns an environment with the command of this clone on PATH. */
function shell(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const command = join(on.dir, "platform");
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${beside("../../bin/platform.mjs")}" "$@"\n`,
  );
  chmodSync(command, 0o755);
  const PATH = `${on.dir}:${dirname(process.execPath)}:${more.PATH ?? process.env.PATH}`;
  return { ...process.env, NO_COLOR: "1", ...more, PATH };
}

/** Expects every line of an example in the output; `…` stands for anything. */
function expectLines(shown: string, example: string): void {
  for (const line of example.replace(/\n+$/, "").split("\n")) {
    const parts = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expect(shown).toMatch(new RegExp(`^${parts.join(".*")}$`, "m"));
  }
}

/** Runs the commands of a page in order, in a folder of its own, and compares the output that it shows. */
async function follow(name: string, more: Record<string, string>): Promise<void> {
  const page = readFileSync(beside(`../../../../docs/how-to/${name}.md`), "utf8");
  const blocks = [...page.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)];
  // npm and cargo use the cache and the registry of the user; the command has a separate profile.
  const env = shell({ ...more, PLATFORM_CONFIG_HOME: on.env.PLATFORM_CONFIG_HOME! });
  let cwd = join(on.dir, name);
  mkdirSync(cwd);
  let shown = "";
  for (const [, language, options, text] of blocks) {
    const file = /file=(\S+)/.exec(options!)?.[1];
    if (file) writeFileSync(join(cwd, file), text!);
    if (language === "output") expectLines(shown, text!);
    if (language !== "sh") continue;
    const script = `set -e\ntrap 'pwd > "$HERE"' EXIT\n${text}`;
    const here = join(on.dir, "here");
    const ran = await promisify(execFile)("bash", ["-c", script], { cwd, env: { ...env, HERE: here } }).then(
      (said) => ({ ...said, code: 0 }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(ran.code, `${text}${ran.stdout}${ran.stderr}`).toBe(Number(/exit=(\d+)/.exec(options!)?.[1] ?? 0));
    shown = `${ran.stdout}${ran.stderr}`;
    cwd = readFileSync(here, "utf8").trim();
  }
  expect(blocks.filter(([, language]) => language === "sh").length).toBeGreaterThan(4);
  // A tick of the schedule may have started another.
  const runs: { tick?: string | null }[] = (await on.json(["bot", "runs", "threshold"])).items;
  expect(runs.filter(({ tick }) => !tick)).toHaveLength(2);
  await on.platform(["bot", "delete", "threshold", "--yes"]);
}

test("docs/how-to/write-a-bot-in-typescript.md works as it is written", { timeout: 300_000 }, async () => {
  await follow("write-a-bot-in-typescript", {
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
  });
});

for (const { name, whyNot, environment } of compiledLanguages) {
  const page = `write-a-bot-in-${name}`;
  test(`docs/how-to/${page}.md works as it is written`, { timeout: 600_000 }, async ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    await follow(page, environment);
  });
}

test("the script of docs/how-to/deploy-from-ci.md creates the bot the first time, updates it the next, and fails rather than run old code", async () => {
  const page = readFileSync(beside("../../../../docs/how-to/deploy-from-ci.md"), "utf8");
  const script = /```sh file=deploy\.sh\n([\s\S]*?)```/.exec(page)![1]!;
  const [created] = /platform key create [^\n]*/.exec(page)!;
  const { stdout: key } = await on.platform(created.split(" ").slice(1));
  await on.platform(["custom-bot", "init", "my-bot", "--type", "scheduled"], { cwd: on.dir });
  const { HOME: _, ...env } = shell({
    PLATFORM_CONFIG_HOME: join(on.dir, "nobody"),
    PLATFORM_API_URL: on.url,
    PLATFORM_API_KEY: key.trim(),
    CI: "true",
  });
  const cwd = join(on.dir, "my-bot");
  const deploy = () => promisify(execFile)("bash", ["-c", script], { cwd, env });
  expect((await deploy()).stderr).toContain("Uploading my-bot 1.0.0 ");
  expect(await on.json(["bot", "get", "my-bot"])).toMatchObject({ status: "idle", revision: 1 });
  const instance = readFileSync(join(cwd, "instance.json"), "utf8");
  writeFileSync(join(cwd, "instance.json"), instance.replace("AAPL", "MSFT"));
  expect((await deploy()).stderr).not.toContain("Uploading");
  expect(await on.json(["bot", "get", "my-bot"])).toMatchObject({ revision: 2, config: { symbol: "MSFT" } });
  expect((await deploy()).stderr).toContain(
    "Nothing changed: my-bot has these settings already (revision 2).",
  );
  appendFileSync(join(cwd, "bot.py"), "# changed\n");
  await expect(deploy()).rejects.toMatchObject({ code: 6 });
  const config = readFileSync(join(cwd, "bot-config.yaml"), "utf8");
  writeFileSync(join(cwd, "bot-config.yaml"), config.replace("version: 1.0.0", "version: 1.0.1"));
  await deploy();
  expect(await on.json(["bot", "get", "my-bot"])).toMatchObject({ revision: 3, version: "1.0.1" });
  await on.platform(["bot", "delete", "my-bot", "--yes"]);
  await deploy();
  expect(await on.json(["bot", "get", "my-bot"])).toMatchObject({ revision: 1, version: "1.0.1" });
});

test("docs/how-to/connect-an-assistant.md works as it is written", async () => {
  const page = readFileSync(beside("../../../../docs/how-to/connect-an-assistant.md"), "utf8");
  const blocks = [...page.matchAll(/^```(sh|output)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language,
    text: text!,
  }));
  // One shell, because the first block exports the key.
  const mark = "--- end of block ---";
  const script = blocks
    .filter(({ language }) => language === "sh")
    .map(({ text }) => `${text}\necho\necho "${mark}"\n`)
    .join("");
  const env = {
    ...shell({ PLATFORM_CONFIG_HOME: on.env.PLATFORM_CONFIG_HOME!, PLATFORM_API_URL: on.url }),
    HOME: on.dir,
  };
  const { stdout } = await promisify(execFile)("bash", ["-ec", script], { cwd: on.dir, env });
  const shown = stdout.split(`${mark}\n`);
  let block = -1;
  for (const { language, text } of blocks) {
    if (language === "sh") block += 1;
    else expectLines(shown[block]!, text);
  }
  expect(block).toBe(4);
  for (const [, command] of page.matchAll(/^\| [^|]+ \| `platform ([^`]+)` \|/gm)) {
    const { code, stdout: printed } = await on.platform([...command!.split(" "), "--print"]);
    expect(code).toBe(0);
    expect(printed).toContain("PLATFORM_API_KEY");
  }
});
