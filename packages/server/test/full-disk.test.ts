import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packFiles } from "@botyard/manifest";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../src/index.ts";
import { testIsolation } from "./engine/process-executor.ts";

const mib = 1024 * 1024;
/** Only root may mount a small disk. */
const mayMount = process.platform === "linux" && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), "botyard-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", dir], { stdio: "ignore" });
    execFileSync("umount", [dir]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Text that compresses well, but not so well that it is taken for an attack. */
function repetitive(bytes: number): string {
  let text = "";
  while (text.length < bytes) text += randomBytes(2048).toString("hex").repeat(50);
  return text;
}

/** Fills the disk, then keeps trying to write more. */
const greedy = `
import { appendFileSync } from "node:fs";
const piece = Buffer.alloc(2 * 1024 * 1024, 1);
const rest = Buffer.alloc(1, 1);
const file = process.env.STATE_DIR + "/greedy";
setInterval(() => {
  for (const bytes of [piece, rest]) {
    try { for (let n = 0; n < 8; n++) appendFileSync(file, bytes); } catch {}
  }
}, 5);
`;

describe("on a disk that a bot has filled", () => {
  let disk: string;
  let platform: Platform;
  let said: string[];

  const start = async () => {
    const log = pino({ level: "info" }, { write: (line: string) => void said.push(line) });
    platform = await startPlatform({
      dataDir: join(disk, "data"),
      port: 0,
      log,
      isolation: await testIsolation(join(disk, "data")),
      network: "host",
      settings: { stopGraceMs: 500 },
    });
  };
  beforeEach(async ({ skip }) => {
    skip(!mayMount, "only root may mount a small disk");
    disk = mkdtempSync(join(tmpdir(), "botyard-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "none", disk]);
    said = [];
    await start();
  });
  afterEach(async () => {
    if (!mayMount) return;
    try {
      await platform.close({ stopBots: true });
    } finally {
      execFileSync("umount", ["-l", disk]);
      rmSync(disk, { recursive: true });
    }
  });

  const ask = async (method: string, path: string, body?: unknown) => {
    const key = readFileSync(join(disk, "data", "admin.key"), "utf8").trim();
    const isArchive = body instanceof Uint8Array;
    const answer = await fetch(platform.apiUrl + path, {
      method,
      headers: {
        authorization: `ApiKey ${key}`,
        ...(body !== undefined && { "content-type": isArchive ? "application/gzip" : "application/json" }),
      },
      ...(body !== undefined && { body: (isArchive ? body : JSON.stringify(body)) as string }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  const pack = async (name: string, type: string, code: string): Promise<Buffer> => {
    const config = `name: ${name}\nversion: 1.0.0\ntype: ${type}\nruntime: nodejs20\nentrypoints:\n  bot: main.mjs\nschema:\n  bot: bot-schema.json\n`;
    const schema = JSON.stringify({ type: "object", properties: {} });
    const files = { "bot-config.yaml": config, "bot-schema.json": schema, "main.mjs": code };
    const dir = mkdtempSync(join(tmpdir(), "botyard-package-"));
    try {
      const entries = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }));
      const { path } = await packFiles(entries, join(dir, "package.tar.gz"));
      return readFileSync(path);
    } finally {
      rmSync(dir, { recursive: true });
    }
  };
  const upload = async (name: string, type: string, code: string) => {
    const answer = await ask("POST", "/custom-bots", await pack(name, type, code));
    expect(answer.json).toMatchObject({ name });
  };
  const create = (name: string, type: string, more = {}) =>
    ask("POST", "/bots", { name, type: `${type}/${name}`, version: "1.0.0", config: {}, ...more });
  const free = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  const until = async (what: string, look: () => Promise<boolean> | boolean) => {
    const end = performance.now() + 10_000;
    while (!(await look())) {
      if (performance.now() > end)
        throw new Error(`Timed out waiting for ${what}.\n${said.slice(-10).join("")}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };

  test("a package that does not fit unpacked is refused, and leaves nothing", async () => {
    const before = free();
    const packed = await pack("large", "realtime", repetitive(80 * mib));
    expect(packed.length).toBeLessThan(8 * mib);
    const refused = { status: 507, json: { code: "disk_full" } };
    expect(await ask("POST", "/custom-bots", packed)).toMatchObject(refused);
    expect(readdirSync(join(disk, "data", "code")).filter((name) => !name.startsWith("."))).toEqual([]);
    expect(readdirSync(join(disk, "data", "uploads"))).toEqual([]);
    expect(free()).toBeGreaterThan(before - mib);
    await upload("small", "realtime", "");
  });

  test("bots can be stopped and deleted, runs can end, new data is refused, and all works again once there is space", async () => {
    await upload(
      "sleeper",
      "scheduled",
      "console.log('awake'); await new Promise((r) => setTimeout(r, 1e6));",
    );
    await upload("greedy", "realtime", greedy);
    const sleeper = (await create("sleeper", "scheduled", { schedule: "0 0 1 1 *" })).json.bot_id as string;
    const run = (await ask("POST", `/bots/${sleeper}/run`)).json.id as string;
    const showRun = async () => (await ask("GET", `/runs/${run}`)).json;
    await until("the run", async () => (await showRun()).status === "running");
    const id = (await create("greedy", "realtime")).json.bot_id as string;
    await until("a full disk", () => free() < 4096);
    expect(() => writeFileSync(join(disk, "probe"), Buffer.alloc(8192))).toThrow("ENOSPC");
    rmSync(join(disk, "probe"), { force: true });
    await until("a full disk", () => free() < 4096);

    const refused = { status: 507, json: { code: "disk_full" } };
    expect(await create("greedy", "realtime", { name: "second" })).toMatchObject(refused);
    expect(await ask("PATCH", `/bots/${id}`, { name: "other" })).toMatchObject(refused);
    expect(await ask("POST", "/api-keys", { name: "more" })).toMatchObject(refused);
    expect(await ask("PUT", `/bots/${id}/state/more`, 1)).toMatchObject(refused);

    expect((await ask("POST", `/runs/${run}/cancel`)).status).toBe(202);
    await until("the end of the run", async () => (await showRun()).status === "canceled");
    for (let round = 0; round < 20; round++) {
      expect((await ask("POST", `/bots/${id}/restart`)).status, `restart ${round}`).toBe(202);
    }
    expect((await ask("POST", `/bots/${id}/stop`)).status).toBe(202);
    await until("the stop", async () => (await ask("GET", `/bots/${id}`)).json.status === "stopped");
    expect(free()).toBeLessThan(mib);

    // Its files are removed with it.
    expect((await ask("DELETE", `/bots/${id}`)).status).toBe(204);
    await until("the deletion", async () => (await ask("GET", `/bots/${id}`)).status === 404);
    await until("room", async () => (await ask("POST", "/api-keys", { name: "more" })).status === 201);
    const logs = async () => (await ask("GET", `/bots/${sleeper}/logs`)).json.items as { message: string }[];
    await until("the last line", async () => (await logs()).some(({ message }) => /Run ended/.test(message)));
    const about = (text: string) => said.filter((line) => line.includes(text));
    expect(about("The disk is nearly full:")).toHaveLength(1);
    expect(about("The disk has space again")).toHaveLength(1);
  }, 120_000);

  test("a platform that stops on a full disk starts again on it with all changes", async () => {
    await upload("sleeper", "scheduled", "");
    const id = (await create("sleeper", "scheduled", { schedule: "0 0 1 1 *" })).json.bot_id as string;
    const fill = () => {
      try {
        for (let n = 0; ; n++) writeFileSync(join(disk, `filler-${n}`), Buffer.alloc(n < 60 ? mib : 4096));
      } catch {}
    };
    fill();
    expect((await ask("POST", `/bots/${id}/stop`)).status).toBe(202);
    await platform.close();
    fill();
    expect(free()).toBe(0);
    await start();
    expect((await ask("GET", `/bots/${id}`)).json.desired).toBe("stopped");
    expect((await ask("POST", `/bots/${id}/start`)).status).toBe(202);
    execFileSync("sh", ["-c", "rm filler-*"], { cwd: disk });
    await until("room", async () => (await ask("POST", "/api-keys", { name: "more" })).status === 201);
  }, 120_000);

  test("a first start without space fails with the path of the folder", async () => {
    await platform.close({ stopBots: true });
    rmSync(join(disk, "data"), { recursive: true });
    writeFileSync(join(disk, "filler"), Buffer.alloc(64 * mib - 128 * 1024));
    await expect(start()).rejects.toMatchObject({
      code: "data_dir_unusable",
      message: expect.stringContaining(join(disk, "data")),
    });
    rmSync(join(disk, "filler"));
    await start();
  }, 120_000);

  test("the reserve is kept from one platform process to the next", async () => {
    await platform.close({ stopBots: true });
    const kept = statSync(join(disk, "data/reserve"));
    expect(kept.size).toBe(8 * mib);
    expect(kept.blocks * 512).toBe(8 * mib);
    const filler = join(disk, "filler");
    try {
      writeFileSync(filler, Buffer.alloc(64 * mib));
    } catch {}
    await start();
    expect(existsSync(join(disk, "data/reserve"))).toBe(false);
    expect(statSync(join(disk, "data/platform.db-wal")).size).toBeGreaterThan(7 * mib);
    expect((await ask("POST", "/api-keys", { name: "more" })).status).toBe(507);
    rmSync(filler);
    await until("room", async () => (await ask("POST", "/api-keys", { name: "more" })).status === 201);
  }, 120_000);
});
