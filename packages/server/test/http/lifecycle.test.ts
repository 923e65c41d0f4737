import { execFile, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import WebSocket from "ws";
import { systemClock } from "../../src/clock.ts";
import { compose } from "../../src/compose.ts";
import { defaultSettings, type Settings } from "../../src/settings/settings.ts";
import { FakeEngine } from "./fake-engine.ts";
import { openPlatform } from "./harness.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "botyard-life-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const start = (port = 0, other: Partial<Settings> = {}) =>
  compose({
    settings: { ...defaultSettings, dataDir, port, ...other },
    clock: systemClock,
    log: pino({ level: "silent" }),
    executor: async () => undefined as never,
    createEngine: (parts) => new FakeEngine(parts),
  });

test("a second platform on the same data folder is refused with the process id of the first", async () => {
  const first = await start();
  await expect(start()).rejects.toMatchObject({
    code: "data_dir_locked",
    message: expect.stringMatching(new RegExp(`process ${process.pid} at ${first.url}`)),
  });
  await first.close();
  await (await start()).close();
});

test("another process that has the data folder is named, and its exit releases the folder", async () => {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/store/sqlite/lock.ts"))});
    const lock = lockDataDir(${JSON.stringify(dataDir)});
    lock.announce("http://127.0.0.1:1");
    // Without a reference, a garbage collection would close the database and release the lock.
    console.log("locked"); setInterval(() => lock, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => other.stdout.once("data", resolve));
  await expect(start()).rejects.toMatchObject({
    code: "data_dir_locked",
    pid: other.pid,
    address: "http://127.0.0.1:1",
  });
  const ended = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await ended;
  await (await start()).close();
});

test("removing the lock file does not let a second platform in: the database is locked, too", async () => {
  const [lock, store] = ["lock", "database"].map((name) =>
    JSON.stringify(join(import.meta.dirname, `../../src/store/sqlite/${name}.ts`)),
  );
  const script = `
    const { lockDataDir } = await import(${lock});
    const { openStore } = await import(${store});
    const held = [lockDataDir(${JSON.stringify(dataDir)}), await openStore(${JSON.stringify(dataDir)})];
    console.log("open"); setInterval(() => held, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => other.stdout.once("data", resolve));
  rmSync(join(dataDir, "lock"));
  await expect(start()).rejects.toMatchObject({ code: "data_dir_locked", pid: other.pid });
  const ended = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await ended;
  await (await start()).close();
});

test.each([
  ["overwritten", (file: string) => writeFileSync(file, "something else ".repeat(1_000))],
  ["truncated", (file: string) => truncateSync(file, 10_000)],
  ["empty", (file: string) => truncateSync(file)],
  ["gone", (file: string) => rmSync(file)],
])("a database that is %s ends the start with its name, and nothing is begun anew", async (_how, damage) => {
  await (await start()).close();
  mkdirSync(join(dataDir, "bots", "bot_1"), { recursive: true });
  const file = join(dataDir, "platform.db");
  const key = readFileSync(join(dataDir, "admin.key"), "utf8");
  damage(file);
  await expect(start()).rejects.toMatchObject({
    code: "store_damaged",
    message: expect.stringContaining(file),
  });
  expect(readFileSync(join(dataDir, "admin.key"), "utf8")).toBe(key);
});

test.each(["platform.db", "lock", "admin.key", "platform.json", "reserve"])(
  "a folder in the place of %s is reported with its path, in a sentence",
  async (name) => {
    mkdirSync(join(dataDir, name));
    await expect(start()).rejects.toMatchObject({
      code: "data_dir_unusable",
      message: expect.stringContaining(`${join(dataDir, name)} is a folder, not a file.`),
    });
  },
);

test("a port in use is reported, and nothing is left behind", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => blocker.once("listening", resolve));
  const { port } = blocker.address() as { port: number };
  await expect(start(port)).rejects.toMatchObject({
    code: "port_taken",
    port,
    message: expect.stringContaining(String(port)),
  });
  await new Promise((resolve) => blocker.close(resolve));
  await (await start(port)).close();
});

test("an address that the machine does not have is reported with what to do", async () => {
  await expect(start(0, { host: "192.0.2.1" })).rejects.toMatchObject({
    code: "host_unusable",
    message: expect.stringMatching(/192\.0\.2\.1: this machine has no such address\. .*--host 127\.0\.0\.1/),
  });
  await (await start()).close();
});

test("a data folder below a file is reported", async () => {
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  await expect(start(0, { dataDir: join(file, "data") })).rejects.toMatchObject({
    code: "data_dir_unusable",
  });
});

test("stopping does not wait for idle connections, open streams and long polls", async () => {
  const at = await openPlatform();
  const agent = new Agent({ keepAlive: true });
  await new Promise((resolve) =>
    get(`${at.platform.url}/healthz`, { agent }, (response) => response.resume().on("end", resolve)),
  );
  const id = await at.admin.bot("waited");
  const headers = { authorization: `ApiKey ${at.admin.key}` };
  const socket = new WebSocket(`${at.platform.apiUrl.replace("http", "ws")}/stream`, { headers });
  await new Promise((resolve) => socket.once("open", resolve));
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  const polled = at.admin.get(`/bots/${id}/wait?status=failed&timeout=60`);
  await at.admin.get("/auth/status");
  const since = Date.now();
  await at.close();
  expect(Date.now() - since).toBeLessThan(2_000);
  expect(await closed).toBe(1001);
  expect((await polled).json).toMatchObject({ status: 503, code: "shutting_down" });
  agent.destroy();
});

test("a stream whose client does not answer does not delay stopping", async () => {
  const at = await openPlatform();
  const script = `
    const { connect } = require("node:net");
    const s = connect(${at.platform.port}, "127.0.0.1", () => s.write("GET /api/v1/stream HTTP/1.1\\r\\nHost: x\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\nAuthorization: ApiKey ${at.admin.key}\\r\\n\\r\\n"));
    s.once("data", () => { s.pause(); console.log("open"); });`;
  const deaf = execFile(process.execPath, ["-e", script]);
  await new Promise((resolve) => deaf.stdout!.once("data", resolve));
  const since = Date.now();
  await at.close();
  expect(Date.now() - since).toBeLessThan(4_000);
  deaf.kill("SIGKILL");
});
