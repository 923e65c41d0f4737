import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { says, start } from "../platform.ts";
import { isolationOptions, type Served, serve } from "./served.ts";

const planted = "planted-backup-canary";
let on: Served;
beforeAll(async () => {
  on = await serve();
  const folder = join(on.dir, "trader");
  mkdirSync(folder);
  const lines = [
    ...["name: trader", "version: 1.0.0", "type: realtime", "runtime: nodejs24", "network: none"],
    ...["entrypoints:", "  bot: bot.mjs", "schema:", "  bot: bot-schema.json", ""],
  ];
  const bot = `
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
const file = process.env.STATE_DIR + "/count.json";
const { api_key } = JSON.parse(process.env.BOT_CONFIG);
let count = existsSync(file) ? JSON.parse(readFileSync(file)) : 0;
console.log("began at " + count + " with " + api_key.length);
setInterval(() => { writeFileSync(file + ".new", String(++count)); renameSync(file + ".new", file); }, 20);
`;
  const instance = {
    ...{ name: "trader", type: "realtime/trader", version: "1.0.0" },
    config: { api_key: { secret: "kraken-key" } },
  };
  const files = {
    "bot-config.yaml": lines.join("\n"),
    "bot-schema.json": '{"type":"object"}',
    "bot.mjs": bot,
    "instance.json": JSON.stringify(instance),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  for (const [words, input] of [
    [["secret", "set", "kraken-key"], planted],
    [["custom-bot", "deploy"], ""],
    [["bot", "deploy", "instance.json"], ""],
  ] as const) {
    const { code, stderr } = await on.platform(words, { cwd: folder, input });
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => on?.close());

const started = async (folder: string, ...more: string[]) =>
  start(
    [
      "serve",
      "--port",
      "0",
      "--data-dir",
      folder,
      "--stop-bots",
      ...(await isolationOptions(folder)),
      ...more,
    ],
    {
      env: on.env,
    },
  );
async function ended(platform: ChildProcessWithoutNullStreams): Promise<void> {
  const over = new Promise((resolve) => platform.once("exit", resolve));
  platform.kill("SIGTERM");
  await over;
}
const data = () => join(on.dir, "data");

test("a backup of a running platform is restored elsewhere, where nothing runs until the operator takes it over", async () => {
  const file = join(on.dir, "backup.tar.gz");
  const made = await on.platform(["backup", file, "--data-dir", data()]);
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringMatching(/^Backed up .+ to .+: 1 bot, \d+ files, /),
  ]);
  expect(readFileSync(file, "latin1")).not.toContain(planted);
  expect((await on.json(["bot", "get", "trader"])).status).toBe("running");

  const into = join(on.dir, "restored");
  const restored = await on.platform(["restore", file, "--data-dir", into]);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringMatching(/^stopped: +trader$/m)]);
  expect(restored.stderr).toContain(`platform serve --data-dir ${into} --take-over`);
  const again = await on.platform(["restore", file, "--data-dir", into]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is not empty")]);

  const copy = await started(into);
  expect(await says(copy, "stdout", /bots: .*\n/)).toContain(
    "none is run; they may run from another data folder",
  );
  await ended(copy);
});

test("with its key the restored platform runs the bot on with its state and its secret", async () => {
  const file = join(on.dir, "moved.tar.gz");
  await on.platform(["backup", file, "--data-dir", data()]);
  const into = join(on.dir, "moved");
  await on.platform(["restore", file, "--data-dir", into, "--running"]);
  copyFileSync(join(data(), "secrets.key"), join(into, "secrets.key"));
  await ended(on.process);
  const moved = await started(into, "--take-over");
  const [, url = ""] = /platform: +(http\S+)\n/.exec(await says(moved, "stdout", /platform: +http\S+\n/))!;
  // The keys of the original are valid.
  const PLATFORM_API_KEY = readFileSync(join(data(), "admin.key"), "utf8").trim();
  const env = { ...on.env, PLATFORM_API_URL: url, PLATFORM_API_KEY };
  const log = async () => (await on.platform(["bot", "logs", "trader"], { env })).stdout;
  await expect
    .poll(log, { timeout: 60_000 })
    .toMatch(new RegExp(`began at [1-9]\\d* with ${planted.length}`));
  await ended(moved);
});
