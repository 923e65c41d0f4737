import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { dryRun, newBot } from "./new-bot.ts";
import { platform } from "./platform.ts";
import { threeBots } from "./three-bots.ts";

const bin = fileURLToPath(new URL("../bin/platform.mjs", import.meta.url));

describe("standard output on a full disk", () => {
  test.for([
    "--version",
    "--help",
    "bot list",
    "bot list --json",
    "bot list --jq .items",
    "bot logs alpha",
    "bot metrics alpha --csv",
  ])("platform %s says so and fails", async (line, { skip }) => {
    skip(!existsSync("/dev/full"), "there is no /dev/full");
    const { env } = await threeBots(["a line"]);
    const child = spawn(process.execPath, [bin, ...line.split(" ")], {
      env: { ...process.env, ...env },
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    });
    let said = "";
    child.stderr!.on("data", (chunk) => (said += chunk));
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(said).toContain("error: Cannot write to standard output: ENOSPC");
    expect(said).toContain("next: free space");
    expect(said).not.toContain("at ");
  });
});

test("https:// to a platform without TLS is answered with the address to use, which works", async () => {
  const { mock, env } = await mocked({ bots: [{ name: "alpha" }] });
  const secure = mock.url.replace("http:", "https:");
  const { code, stderr } = await platform(["bot", "list"], { env: { ...env, PLATFORM_API_URL: secure } });
  expect({ code, stderr }).toEqual({
    code: 7,
    stderr: `error: The request to ${secure} failed: this platform speaks plain HTTP. Use ${mock.url}.\n  next: export PLATFORM_API_URL=${mock.url}\n`,
  });
  expect(await platform(["bot", "list"], { env: { ...env, PLATFORM_API_URL: mock.url } })).toMatchObject({
    code: 0,
  });
  const signIn = await platform(["auth", "login", "--url", secure, "--with-token"], { input: mock.key });
  expect(signIn).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(`next: platform auth login --url ${mock.url}\n`),
  });
});

test("files with a byte order mark are packed and deployed as without it", async () => {
  const cwd = await newBot();
  const { mock, env } = await mocked({});
  for (const name of ["bot-config.yaml", "bot-schema.json", "instance.json"])
    writeFileSync(join(cwd, name), `\uFEFF${readFileSync(join(cwd, name), "utf8")}`);
  await dryRun(cwd);
  for (const args of [
    ["custom-bot", "validate"],
    ["custom-bot", "deploy"],
    ["bot", "deploy", "instance.json", "--detach"],
    ["bot", "update", "my-bot", "instance.json"],
  ])
    expect(await platform(args, { cwd, env }), args.join(" ")).toMatchObject({ code: 0 });
  const input = readFileSync(join(cwd, "instance.json"), "utf8").replace('"name": "my-bot"', '"name": "b"');
  expect(await platform(["bot", "deploy", "-", "--detach"], { cwd, env, input })).toMatchObject({ code: 0 });
  expect(mock.requests.at(-1)?.status).toBeLessThan(300);
  expect(await platform(["dev", "--query", "/health"], { cwd })).toMatchObject({ code: 0 });
});
