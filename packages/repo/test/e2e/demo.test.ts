import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, expect, test } from "vitest";
import { freePort, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";

const home = mkdtempSync(join(tmpdir(), "botyard-demo-"));
const port = String(await freePort());
/** A start that is still running after a test, and is stopped then. */
let kept: ChildProcess | undefined;

afterEach(async () => {
  if (kept && kept.exitCode === null && kept.signalCode === null) {
    kept.kill("SIGTERM");
    await once(kept, "exit");
  }
});
afterAll(async () => {
  // Processes left by a failed test.
  const { platform, feed } = startFile();
  for (const pid of [platform, feed].filter(isAlive)) {
    process.kill(pid, "SIGTERM");
    await until(async () => !isAlive(pid));
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

interface Start {
  process: ChildProcess;
  /** Resolves when it has printed the text; fails if it exits without doing so. */
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

/** Returns the process ids and the port of the feed that the last start has recorded. */
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

/** Makes the stored version differ from the example, as after an update of the clone. */
function uploadedDifferently(customBot: string): void {
  const store = new Sqlite(join(home, "data", "platform.db"));
  const { content_sha256 } = store
    .prepare("select content_sha256 from custom_bot_versions where name = ?")
    .get(customBot) as { content_sha256: string };
  const lists = join(home, "data", "packages", "lists");
  const lines = readFileSync(join(lists, `${content_sha256}.jsonl`), "utf8").split(/(?<=\n)/);
  const other = lines.filter((line) => !line.startsWith('["README.md",')).join("");
  expect(other.length).toBeLessThan(lines.join("").length);
  const hash = createHash("sha256").update(other).digest("hex");
  writeFileSync(join(lists, `${hash}.jsonl`), other);
  store
    .prepare("update custom_bot_versions set content_sha256 = ?, sha256 = ? where name = ?")
    .run(hash, hash, customBot);
  store.close();
}

/** Returns how many closes each crossover bot has shown, and whether its signals have the price of the close of their time. */
function shownCloses(): { customBot: string; closes: number; signalsOnTheLine: boolean }[] {
  const store = new Sqlite(join(home, "data", "platform.db"), { readonly: true });
  const rows = store
    .prepare("select custom_bot, type, data from metrics join bots on bots.id = bot_id order by custom_bot")
    .all() as { custom_bot: string; type: string; data: string }[];
  store.close();
  return [...new Set(rows.map((row) => row.custom_bot))]
    .filter((customBot) => customBot.startsWith("crossover-"))
    .map((customBot) => {
      const dataOf = (type: string) =>
        rows
          .filter((row) => row.custom_bot === customBot && row.type === type)
          .map(({ data }) => JSON.parse(data));
      const line = new Map(dataOf("price").map(({ time, value }) => [time, value]));
      const signalsOnTheLine = dataOf("signal").every(({ time, price }) => line.get(time) === price);
      return { customBot, closes: line.size, signalsOnTheLine };
    });
}

/** Returns a server on this port; undefined while a killed process still uses it. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

test("npm start shows metrics of three bots and the answer to a query, and a second start resumes the bots", async () => {
  const first = await start("--check", "--port", port).ended;
  expect(first.output).toContain("Everything works.");
  expect(first.output).toMatch(/sma \{"symbol":"AAPL"/);
  expect(first.output).toMatch(/spread \{/);
  expect(first.output).toContain("Deployed crossover-python.");
  expect(first.output).not.toContain("Resumed");
  expect(first.code).toBe(0);
  expect(shownCloses()).toMatchObject([{ customBot: "crossover-node" }, { customBot: "crossover-python" }]);
  // A newcomer's first chart.
  for (const { closes } of shownCloses()) expect(closes).toBeGreaterThan(300);
  const { feedPort } = startFile();
  uploadedDifferently("spread-monitor");
  const second = await start("--check", "--port", port).ended;
  expect(second.output).toContain("Everything works.");
  expect(second.output).toContain("Resumed crossover-python.");
  expect(second.output).toContain("Resumed crossover-node and started a run.");
  expect(second.output).not.toContain("Deployed");
  expect(second.output).toContain("examples/spread-monitor has changed since its upload");
  expect(second.output).not.toContain("examples/crossover-node has changed");
  expect(second.output).not.toContain("survived");
  expect(second.code).toBe(0);
  for (const { signalsOnTheLine } of shownCloses()) expect(signalsOnTheLine).toBe(true);
  expect(startFile().feedPort).toBe(feedPort);
});

test("After its first API key was revoked, npm start says how to create another one, and that works", async () => {
  const first = start("--port", port);
  kept = first.process;
  await first.says("Everything works.");
  const key = readFileSync(join(home, "data", "admin.key"), "utf8").trim();
  const api = (path: string, init: RequestInit = {}, by = key) =>
    fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      ...init,
      headers: { authorization: `ApiKey ${by}`, "content-type": "application/json" },
    });
  // Another admin key exists, so that the platform creates none by itself.
  const body = JSON.stringify({ name: "another", scopes: ["read", "deploy", "admin"] });
  const another = (await (await api("/api-keys", { method: "POST", body })).json()) as { key: string };
  const revoked = await api(`/api-keys/${key.split("_")[1]}`, { method: "DELETE" }, another.key);
  expect(revoked.status).toBeLessThan(300);
  first.process.kill("SIGTERM");
  await first.ended;

  const refused = await start("--check", "--port", port).ended;
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(
    `The API key in ${join(home, "data", "admin.key")} was revoked or has expired. Create another one: npm start -- --new-admin-key`,
  );
  const { code, output } = await start("--check", "--port", port, "--new-admin-key").ended;
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("Everything works.") });
  rmSync(join(home, "data", "admin.key"));
  const missing = await start("--check", "--port", port).ended;
  expect(missing.output).toContain("There is no API key in");
  expect(missing.output).toContain("npm start -- --new-admin-key");
  expect((await start("--check", "--port", port, "--new-admin-key").ended).code).toBe(0);
});

test("After the platform was killed, the next start resumes its bots and keeps the feed's port", async () => {
  const crashed = start("--port", port);
  await crashed.says("Everything works.");
  const { platform, feedPort } = startFile();
  process.kill(platform, "SIGKILL");
  expect(await crashed.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("The platform exited unexpectedly"),
  });
  const { code, output } = await start("--check", "--port", port).ended;
  expect(output).toContain("Restarted aapl-crossover, which had survived a crash");
  expect(output).toContain("Restarted goog-aapl-spread, which had survived a crash");
  expect(output).toContain("Everything works.");
  expect(code).toBe(0);
  expect(startFile().feedPort).toBe(feedPort);
});

test("After everything was killed and the feed's port is in use, bots are given the feed's new address", async () => {
  const crashed = start("--port", port);
  kept = crashed.process;
  await crashed.says("Everything works.");
  const { platform, feed, feedPort } = startFile();
  for (const pid of [crashed.process.pid!, platform, feed]) process.kill(pid, "SIGKILL");
  const taken = await until(() => listen(feedPort));
  try {
    const { code, output } = await start("--check", "--port", port).ended;
    expect(output).toContain("Restarted goog-aapl-spread, which had survived a crash");
    expect(output).toContain("goog-aapl-spread works.");
    expect(code).toBe(0);
    expect(startFile().feedPort).not.toBe(feedPort);
  } finally {
    taken.close();
  }
});

test("The next start stops the platform and the feed of a start that was killed", async () => {
  const killed = start("--port", port);
  await killed.says("Signed in: npx platform");
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

test("A second start reports the one that is running, and does not stop it", async () => {
  const first = start("--port", port);
  kept = first.process;
  await first.says("Signed in: npx platform");
  const { code, output } = await start("--check", "--port", String(await freePort())).ended;
  expect(code).toBe(1);
  expect(output).toContain(`Another npm start is running on ${home} (process ${first.process.pid})`);
  expect(existsSync(`/proc/${startFile().platform}`)).toBe(true);
});

test("A port in use is reported in one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const number = (taken.address() as { port: number }).port;
  const { code, output } = await start("--check", "--port", String(number)).ended;
  taken.close();
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`Port ${number} is in use.*--port ${number + 1}`));
});
