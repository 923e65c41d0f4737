import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";
import { type Child, startChild, stopChild } from "../../src/start/children.ts";

const platform = new TestPlatform();
const home = mkdtempSync(join(tmpdir(), "botyard-tutorial-"));
let feed: Child;
let cwd = home;

beforeAll(async () => {
  const started = await startChild(
    "The price feed",
    ["examples/price-feed/src/main.ts", "--port", "0", "--day-seconds", "1"],
    {},
    (line) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0],
  );
  feed = started.child;
  await platform.start(["--bot-env", `PRICE_FEED_URL=${started.found}`]);
});

afterAll(async () => {
  await platform.close();
  await stopChild(feed);
  rmSync(home, { recursive: true, force: true });
});

interface Block {
  language: string;
  /** `file` or `until` with its value. */
  options: Record<string, string>;
  text: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, "docs", "tutorials", page), "utf8");
  return [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(([, language, options, body]) => ({
    language: language!,
    options: Object.fromEntries(
      options!
        .trim()
        .split(/\s+/)
        .filter(Boolean)
        .map((option) => option.split("=")),
    ),
    text: body!,
  }));
}

/** Runs a line of the page in a shell in which `npx platform` is the command of the workspace. */
function shell(line: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const platformCommand = `npx() { shift; "${process.execPath}" "${join(root, "packages/cli/bin/platform.mjs")}" "$@"; }`;
    const child = spawn("bash", ["-c", `${platformCommand}\n${line}\nstatus=$?\npwd >&3\nexit $status`], {
      cwd,
      env: {
        ...process.env,
        PLATFORM_API_URL: platform.url,
        PLATFORM_API_KEY: platform.key,
        PLATFORM_CONFIG_HOME: join(home, "profile"),
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "", folder: "" };
    const collect = (name: keyof typeof said) => (chunk: Buffer) => {
      said[name] += chunk;
    };
    child.stdout?.on("data", collect("stdout"));
    child.stderr?.on("data", collect("stderr"));
    child.stdio[3]?.on("data", collect("folder"));
    child.on("close", (code) => {
      if (said.folder) cwd = said.folder.trim();
      resolve({ code, stdout: said.stdout, stderr: said.stderr });
    });
  });
}

function expectOutput(stdout: string, expected: string): void {
  for (const line of expected.trim().split("\n")) {
    const pattern = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expect(stdout).toMatch(new RegExp(`^${pattern.join(".*")}$`, "m"));
  }
}

test("The tutorial works as it is written", { timeout: 300_000 }, async () => {
  let stdout = "";
  const blocks = blocksOf("your-first-bot.md");
  expect(blocks.filter(({ language }) => language === "sh").length).toBeGreaterThan(6);
  for (const { language, options, text } of blocks) {
    if (options.file) writeFileSync(join(cwd, options.file), text);
    else if (language === "output") expectOutput(stdout, text);
    else if (options.until)
      await until(async () => (await shell(text.trim())).stdout.includes(options.until!));
    else if (language === "sh") {
      stdout = "";
      for (const line of text.trim().split("\n")) {
        const ran = await shell(line);
        expect(ran, line).toMatchObject({ code: 0 });
        stdout += ran.stdout;
      }
    }
  }
});
