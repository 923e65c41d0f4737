import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { canMount, SmallDisk } from "../../src/drive/small-disk.ts";
import { type CommandFailed, platform as command } from "../../src/start/platform.ts";

const mib = 1024 * 1024;

const idle = "setInterval(() => {}, 1000);\n";
let platform: TestPlatform;
beforeEach(() => {
  platform = new TestPlatform();
});
afterEach(() => platform.close());

const env = () => ({ PLATFORM_API_KEY: platform.key, PLATFORM_API_URL: platform.url });
/** Runs a command that must fail. Returns its exit code and what it said. */
const failed = (args: string[]) =>
  command(args, { env: env() }).then(
    () => expect.unreachable(`platform ${args.join(" ")} succeeded`),
    (error: CommandFailed) => ({ code: error.code, said: error.message }),
  );

test("with the wrong key file no bot with a secret starts, and the others run; with the right one, all do", async () => {
  await platform.start();
  await platform.upload({ name: "trader", type: "realtime", bot: idle });
  await command(["secret", "set", "kraken-key"], { env: env(), input: "planted-canary" });
  const create = (name: string, config: object) => platform.create({ name, type: "realtime/trader", config });
  const secret = await create("secret", { api_key: { secret: "kraken-key" } });
  const plain = await create("plain", {});
  for (const id of [secret, plain]) await platform.waitFor(id, "running");
  const file = join(platform.data, "secrets.key");
  const right = readFileSync(file);
  await platform.end("SIGKILL");
  writeFileSync(file, `${Buffer.alloc(32, 7).toString("base64")}\n`);
  await platform.start();
  // The processes have outlived the platform; what counts is a start.
  for (const id of [secret, plain]) await platform.call("POST", `/bots/${id}/restart`);
  await platform.waitFor(plain, "running");
  const waiting = await until(async () => {
    const bot = await platform.get<{ status: string; reason?: string; detail?: string }>(`/bots/${secret}`);
    return bot.status !== "running" && bot.reason !== undefined && bot;
  });
  expect(waiting).toMatchObject({ reason: "secret_unavailable" });
  expect(waiting.detail).toContain("kraken-key");
  expect(waiting.detail).toContain(file);
  await platform.end("SIGTERM");
  writeFileSync(file, right);
  await platform.start();
  await platform.waitFor(secret, "running");
}, 120_000);

describe.runIf(canMount())("on a full disk", () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = new SmallDisk(64 * mib);
  });
  afterEach(() => disk.close());

  test("a backup and a restore fail with the reason, leave nothing, and what was there before is as it was", async () => {
    await platform.start();
    await platform.upload({ name: "keeper", type: "scheduled", bot: idle });
    const bot = await platform.create({ name: "keeper", type: "scheduled/keeper", schedule: "0 0 1 1 *" });
    mkdirSync(join(platform.data, "bots", bot, "state"), { recursive: true });
    writeFileSync(join(platform.data, "bots", bot, "state", "prices"), randomBytes(80 * mib));
    const earlier = join(disk.dir, "backup.tar.gz");
    writeFileSync(earlier, "of yesterday");
    const backup = await failed(["backup", earlier, "--data-dir", platform.data]);
    expect(backup.code).not.toBe(0);
    expect(backup.said).toMatch(/ENOSPC|no space|full/i);
    expect(readFileSync(earlier, "utf8")).toBe("of yesterday");
    expect(readdirSync(disk.dir).filter((name) => name !== "lost+found")).toEqual(["backup.tar.gz"]);
    expect(readdirSync(platform.data).filter((name) => name.includes("partial"))).toEqual([]);

    const good = join(platform.dir, "good.tar.gz");
    await command(["backup", good, "--data-dir", platform.data]);
    const before = disk.free;
    const restored = await failed(["restore", good, "--data-dir", join(disk.dir, "restored")]);
    expect(restored.said).toMatch(/ENOSPC|no space|full/i);
    expect(readdirSync(disk.dir).filter((name) => name !== "lost+found")).toEqual(["backup.tar.gz"]);
    expect(disk.free).toBeGreaterThan(before - mib);
  }, 120_000);

  test("an apply changes nothing, and makes its changes once there is space", async () => {
    const data = join(disk.dir, "data");
    await platform.close();
    platform = new TestPlatform({ data });
    await platform.start();
    await platform.upload({ name: "keeper", type: "scheduled", bot: idle });
    const live = join(platform.dir, "live");
    mkdirSync(live, { recursive: true });
    const one = (n: number) => ({
      ...{
        name: `keeper ${n}`,
        type: "scheduled/keeper",
        version: "1.0.0",
        schedule: "0 0 1 1 *",
        config: {},
      },
    });
    writeFileSync(join(live, "bots.json"), JSON.stringify([1, 2, 3].map(one)));
    const filler = join(disk.dir, "filler");
    for (const size of [mib, 4096])
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch {}
    const refused = await failed(["apply", "-f", live, "--yes", "--detach"]);
    expect(refused.said).toContain("The platform's disk is full");
    expect(await platform.get("/bots")).toEqual({ items: [] });
    rmSync(filler);
    await until(() =>
      command(["apply", "-f", live, "--yes", "--detach"], { env: env() }).catch(() => undefined),
    );
    expect((await platform.get<{ items: unknown[] }>("/bots")).items).toHaveLength(3);
  }, 120_000);
});
