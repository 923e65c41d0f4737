import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ended, platform, says, start, temporary } from "./platform.ts";

async function newBot(...args: string[]): Promise<string> {
  const cwd = temporary();
  const { code, stderr } = await platform(["custom-bot", "init", "my-bot", ...args], { cwd });
  if (code !== 0) throw new Error(stderr);
  return join(cwd, "my-bot");
}

test.each(["python311", "nodejs24"])(
  "dev runs one tick of a new scheduled bot for %s, with the SDK installed",
  async (runtime) => {
    const cwd = await newBot("--runtime", runtime, "--type", "scheduled");
    const { code, stdout, stderr } = await platform(["dev", "--tick", "now", "--json"], { cwd });
    expect(stderr).toContain(
      'The run ended: success (exit code 0), result {"status":"success","message":"looked at AAPL, run 1"}',
    );
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: "metric", type: "run", data: { symbol: "AAPL", count: 1 } }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ kind: "log", level: "info", message: "running" }));
    const query = await platform(["dev", "--query", "/status", "--config", '{"symbol": "IBM"}'], { cwd });
    expect(JSON.parse(query.stdout)).toEqual({ symbol: "IBM", runs: 1 });
  },
  40_000,
);

test("a run that fails is exit code 1", async () => {
  const cwd = await newBot("--type", "scheduled");
  writeFileSync(join(cwd, "bot.py"), 'from botyard import error\nerror("no prices today")\n');
  const { code, stdout, stderr } = await platform(["dev", "--tick", "now"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toMatch(/error no prices today\n/);
  expect(stderr).toContain("The run ended: error (exit code 1)");
});

test("dev warns about a metric that the platform would drop, and shows the level of text", async () => {
  const cwd = await newBot("--type", "scheduled");
  const program = `print('{"_metric":"price","value":NaN}')\nimport logging\nlogging.warning("slow")\n`;
  writeFileSync(join(cwd, "bot.py"), program);
  const { code, stdout, stderr } = await platform(["dev", "--tick", "now"], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain(
    'The platform would drop a metric of type "price": "value" is NaN, which is not valid JSON. Emit null or leave the key out.',
  );
  expect(stdout).toMatch(/warn {1,2}WARNING:root:slow\n/);
});

test("a config that does not match the schema is refused before the bot starts", async () => {
  const cwd = await newBot();
  const { code, stderr } = await platform(["dev", "--config", '{"interval_seconds": 0}'], { cwd });
  expect(code).toBe(6);
  expect(stderr).toContain("/interval_seconds");
});

test("a realtime bot runs until Ctrl-C, answers queries, and restarts when a file changes", async () => {
  const cwd = await newBot("--runtime", "nodejs24");
  const child = start(["dev", "--config", '{"interval_seconds": 0.1}'], { cwd });
  const ending = ended(child);
  const said = says(child, "stderr", /Queries: (\S+)\/info/);
  await says(child, "stdout", /metric beat \{"symbol":"AAPL","count":2\}/);
  const base = /Queries: (\S+)\/info/.exec(await said)![1];
  await expect(answer(`${base}/status`)).resolves.toMatchObject({ symbol: "AAPL" });
  const bot = readFileSync(join(cwd, "bot.mjs"), "utf8");
  writeFileSync(join(cwd, "bot.mjs"), bot.replace('metric("beat"', 'metric("thump"'));
  await says(child, "stdout", /metric thump/);
  child.kill("SIGINT");
  const { code, stderr } = await ending;
  expect(code).toBe(130);
  expect(stderr).toContain("bot.mjs changed; restarting");
});

/** Repeats the request until the port accepts connections. */
async function answer(url: string): Promise<unknown> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return response.json();
  }
}

test("a missing folder is exit code 5 and is not created", async () => {
  const cwd = temporary();
  const { code, stderr } = await platform(["dev", "nowhere"], { cwd });
  expect({ code, stderr }).toEqual({ code: 5, stderr: "error: There is no folder nowhere.\n" });
  expect(readdirSync(cwd)).not.toContain("nowhere");
});
