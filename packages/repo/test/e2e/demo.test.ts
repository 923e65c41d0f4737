import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { freePort, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";

const home = mkdtempSync(join(tmpdir(), "botyard-demo-"));
const port = String(await freePort());
/** A start that a test leaves at work; stopped in order after it. */
let kept: ChildProcess | undefined;

afterEach(async () => {
  if (kept && kept.exitCode === null && kept.signalCode === null) {
    kept.kill("SIGTERM");
    await once(kept, "exit");
  }
});
afterAll(async () => {
  // What a test that failed has left.
  const { platform, feed } = startFile();
  for (const pid of [platform, feed].filter(isAlive)) {
    process.kill(pid, "SIGTERM");
    await until(async () => !isAlive(pid));
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

// Two starts each, of which each may take two minutes by itself.
vi.setConfig({ testTimeout: 240_000 });

interface Start {
  process: ChildProcess;
  /** Resolves once it has printed the text; fails when it ends without. */
  says(text: string): Promise<void>;
  ended: Promise<{ code: number | null; output: string }>;
}

function start(...args: string[]): Start {
  const child = spawn(process.execPath, ["packages/repo/src/start.ts", "--home", home, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(child, "close").then(([code]) => ({ code, output }));
  async function says(text: string): Promise<void> {
    await until(async () => output.includes(text) || child.exitCode !== null || child.signalCode !== null);
    expect(output).toContain(text);
  }
  return { process: child, says, ended };
}

/** What the newest start wrote down about itself: the numbers of its processes, and the port of its feed. */
function startFile(): { start: number; feed: number; platform: number; feedPort: number } {
  const { start, feed, platform, feedPort } = JSON.parse(readFileSync(join(home, "start.json"), "utf8"));
  return { start: start.pid, feed: feed.pid, platform: platform.pid, feedPort };
}

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** A server on this port; nothing while the last thread of a killed process still has it. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

test("npm start brings three bots to their first metrics and a queried answer, and a second start resumes them", async () => {
  const first = await start("--check", "--port", port).ended;
  expect(first.output).toContain("Everything works.");
  expect(first.output).toMatch(/sma \{"symbol":"AAPL"/);
  expect(first.output).toMatch(/spread \{/);
  expect(first.code).toBe(0);
  const { feedPort } = startFile();
  const second = await start("--check", "--port", port).ended;
  expect(second.output).toContain("Everything works.");
  expect(second.output).not.toContain("outlived");
  expect(second.code).toBe(0);
  expect(startFile().feedPort).toBe(feedPort);
});

test("After the platform was killed by force, the next start takes its bots over and keeps the feed's port", async () => {
  const crashed = start("--port", port);
  await crashed.says("Everything works.");
  const { platform, feedPort } = startFile();
  process.kill(platform, "SIGKILL");
  expect(await crashed.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("The platform ended by itself"),
  });
  const { code, output } = await start("--check", "--port", port).ended;
  expect(output).toContain("Restarted aapl-crossover, which had outlived a crash");
  expect(output).toContain("Restarted goog-aapl-spread, which had outlived a crash");
  expect(output).toContain("Everything works.");
  expect(code).toBe(0);
  expect(startFile().feedPort).toBe(feedPort);
});

test("After everything was killed by force and the feed's port was taken, bots get the feed's new address", async () => {
  const crashed = start("--port", port);
  kept = crashed.process;
  await crashed.says("Everything works.");
  const { platform, feed, feedPort } = startFile();
  for (const pid of [crashed.process.pid!, platform, feed]) process.kill(pid, "SIGKILL");
  const taken = await until(() => listen(feedPort));
  try {
    const { code, output } = await start("--check", "--port", port).ended;
    expect(output).toContain("Restarted goog-aapl-spread, which had outlived a crash");
    expect(output).toContain("goog-aapl-spread works.");
    expect(code).toBe(0);
    expect(startFile().feedPort).not.toBe(feedPort);
  } finally {
    taken.close();
  }
});

test("A start that was killed by force leaves a platform and a feed, which the next one stops", async () => {
  const killed = start("--port", port);
  await killed.says("Signed the command line in");
  killed.process.kill("SIGKILL");
  const { platform, feed } = startFile();
  expect([isAlive(platform), isAlive(feed)]).toEqual([true, true]);
  const { code, output } = await start("--check", "--port", port).ended;
  expect(output).toContain(
    `Stopping the platform of an earlier npm start that was killed (process ${platform})`,
  );
  expect(output).toContain("Everything works.");
  expect(code).toBe(0);
  expect([isAlive(platform), isAlive(feed)]).toEqual([false, false]);
});

test("A second start beside one that is at work says which one, and leaves it alone", async () => {
  const first = start("--port", port);
  kept = first.process;
  await first.says("Signed the command line in");
  const { code, output } = await start("--check", "--port", String(await freePort())).ended;
  expect(code).toBe(1);
  expect(output).toContain(`Another npm start is at work on ${home} (process ${first.process.pid})`);
  expect(existsSync(`/proc/${startFile().platform}`)).toBe(true);
});

test("A taken port is one clear sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const number = (taken.address() as { port: number }).port;
  const { code, output } = await start("--check", "--port", String(number)).ended;
  taken.close();
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`Port ${number} is taken.*--port ${number + 1}`));
});
