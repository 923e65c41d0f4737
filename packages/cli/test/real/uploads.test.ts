import { appendFileSync, chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { afterThisTest, ended, start } from "../platform.ts";
import { largeBot, mib } from "../uploads/large-bot.ts";
import { type Served, serve } from "./served.ts";

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

let last = 0;

/** A large bot under a name that no other test has. */
async function ownBot(files = 6) {
  const bot = await largeBot(files);
  const name = `large-${++last}`;
  const config = join(bot.cwd, "bot-config.yaml");
  writeFileSync(config, readFileSync(config, "utf8").replace(/^name: .*$/m, `name: ${name}`));
  return { ...bot, name };
}

/** A connection to the platform that passes this many bytes, and then is closed or passes nothing more. */
async function limited(bytes: number, then: "cut" | "stall") {
  const { hostname, port } = new URL(served.url);
  const sockets = new Set<Socket>();
  let left = bytes;
  let reached = () => {};
  const isReached = new Promise<undefined>((resolve) => {
    reached = () => resolve(undefined);
  });
  const proxy = createServer((client) => {
    const target = connect(Number(port), hostname);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => [client, target].map((one) => one.destroy()));
    }
    target.pipe(client);
    client.on("data", (chunk) => {
      left -= chunk.length;
      if (left > 0) return void target.write(chunk);
      reached();
      if (then === "cut") client.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, isReached };
}

test("a changed file beside 30 MiB is all that is sent, and the bot of the new version runs with all files", async () => {
  const { cwd, name, raise } = await ownBot();
  const first = await served.json(["custom-bot", "deploy"], { cwd });
  expect(first.bytes).toBeGreaterThan(30 * mib);
  raise();
  const check =
    "import os\nassert os.path.getsize(os.path.join(os.path.dirname(__file__), 'data5.bin')) == 5 * 2**20\n";
  appendFileSync(join(cwd, "bot.py"), check);
  const second = await served.json(["custom-bot", "deploy"], { cwd });
  expect(second.bytes).toBeLessThan(5000);
  expect(await served.json(["custom-bot", "deploy"], { cwd })).toEqual({
    ...second,
    already: true,
    bytes: 0,
  });
  const instance = join(cwd, "instance.json");
  const config = { name, type: `realtime/${name}`, version: "1.0.1", config: {} };
  writeFileSync(instance, JSON.stringify(config));
  expect(await served.json(["bot", "deploy", instance])).toMatchObject({
    status: "running",
    version: "1.0.1",
  });
  await served.platform(["bot", "delete", name, "--yes"]);
});

test.each([
  ["killed", "stall", "SIGKILL"],
  ["interrupted", "stall", "SIGINT"],
  ["cut off", "cut", undefined],
] as const)(
  "a deploy that is %s goes on with what the platform has not acknowledged",
  async (_, then, signal) => {
    const { cwd, name } = await ownBot();
    const through = await limited(18 * mib, then);
    // A key of the profile is for one address.
    const key = readFileSync(join(served.dir, "data", "admin.key"), "utf8").trim();
    const child = start(["custom-bot", "deploy"], {
      cwd,
      env: { ...served.env, PLATFORM_API_URL: through.url, PLATFORM_API_KEY: key },
    });
    const end = ended(child);
    const first = await Promise.race([through.isReached, end]);
    expect(first?.stderr, "the deploy ended before it was interrupted").toBeUndefined();
    if (signal) child.kill(signal);
    expect((await end).code).not.toBe(0);
    const found = await served.platform(["custom-bot", "get", name]);
    expect(found.code).toBe(5);
    const second = await served.platform(["custom-bot", "deploy", "--json"], { cwd });
    expect(second.code, second.stderr).toBe(0);
    const { bytes } = JSON.parse(second.stdout);
    expect(bytes).toBeGreaterThan(10 * mib);
    expect(bytes).toBeLessThan(30 * mib);
  },
);

test("a user does not profit from what another has sent", async () => {
  const { cwd } = await ownBot(2);
  await served.json(["custom-bot", "deploy"], { cwd });
  await served.json(["user", "add", "olga"]);
  const key = (await served.json(["key", "create", "laptop", "--user", "olga", "--scope", "deploy"])).key;
  const other = await served.platform(["custom-bot", "deploy", "--json"], {
    cwd,
    env: { ...served.env, PLATFORM_API_KEY: key },
  });
  expect(other.code, other.stderr).toBe(0);
  expect(JSON.parse(other.stdout).bytes).toBeGreaterThan(10 * mib);
});

test("--again repairs a file that was damaged in the data folder, and sends only that", async () => {
  const { cwd } = await ownBot(2);
  const { files } = await served.json(["custom-bot", "deploy"], { cwd });
  const { sha256 } = files.find(({ path }: { path: string }) => path === "data1.bin");
  const folder = join(served.dir, "data", "packages", "files", sha256.slice(0, 2));
  const [stored] = readdirSync(folder).filter((one) => one.startsWith(sha256));
  chmodSync(join(folder, stored!), 0o644);
  writeFileSync(join(folder, stored!), "damaged");
  const repaired = await served.json(["custom-bot", "deploy", "--again"], { cwd });
  expect(repaired.already).toBe(true);
  expect(repaired.bytes).toBeGreaterThan(5 * mib);
  expect(repaired.bytes).toBeLessThan(6 * mib);
  expect(statSync(join(folder, stored!)).size).toBe(5 * mib);
});
