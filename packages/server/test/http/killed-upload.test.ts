import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, watch } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packFiles, removeUnpacked } from "@botyard/manifest";
import { pino } from "pino";
import { expect, test } from "vitest";
import { storeOf } from "../../../repo/src/drive/test-database.ts";
import { startPlatform } from "../../src/index.ts";

const config =
  "name: big\nversion: 1.0.0\ntype: realtime\nruntime: python311\nentrypoints:\n  bot: main.py\nschema:\n  bot: bot-schema.json\n";
const small = 4_000;
const texts: Record<string, string> = {
  "bot-config.yaml": config,
  "bot-schema.json": '{"type":"object","properties":{}}',
  "main.py": "",
  ...Object.fromEntries(Array.from({ length: small }, (_, n) => [`lib/${n}.py`, `n = ${n}\n`])),
};

/** Kills the platform as soon as it has begun to unpack the upload. */
function killWhileUnpacking(dataDir: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, "upload-process.ts");
    const platform = spawn(process.execPath, [script, dataDir, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // The folder of the unpacked contents, beside the file of the upload.
    const watcher = watch(join(dataDir, "uploads"), (_event, name) => {
      if (name && /^[0-9a-f-]{36}$/.test(name)) platform.kill("SIGKILL");
    });
    platform.once("error", reject);
    platform.stdout.once("data", () => platform.kill("SIGTERM"));
    platform.once("exit", (_code, signal) => {
      watcher.close();
      if (signal === "SIGKILL") resolve();
      else reject(new Error("The platform was not killed while it unpacked."));
    });
  });
}

test("an upload during which the platform is killed leaves nothing, and can be sent again", async () => {
  const dir = await mkdtemp(join(tmpdir(), "botyard-killed-"));
  try {
    const dataDir = join(dir, "data");
    const uploads = join(dataDir, "uploads");
    mkdirSync(uploads, { recursive: true });
    const entries = Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) }));
    const { path } = await packFiles(entries, join(dir, "big.tar.gz"));
    const bytes = readFileSync(path);
    await killWhileUnpacking(dataDir, path);
    expect(readdirSync(uploads)).toHaveLength(2);
    const stored = () => readdirSync(join(dataDir, "packages/files"), { recursive: true, encoding: "utf8" });

    const platform = await startPlatform({
      dataDir,
      port: 0,
      env: await storeOf(dataDir),
      log: pino({ level: "silent" }),
    });
    try {
      expect([readdirSync(uploads), existsSync(join(dataDir, "packages"))]).toEqual([[], false]);
      const key = readFileSync(join(dataDir, "admin.key"), "utf8").trim();
      const answer = await fetch(`${platform.apiUrl}/custom-bots`, {
        method: "POST",
        headers: { authorization: `ApiKey ${key}`, "content-type": "application/gzip" },
        body: new Uint8Array(bytes),
      });
      expect(answer.status).toBe(201);
      // All but the empty program differ.
      expect(stored().filter((name) => name.includes("/"))).toHaveLength(small + 3);
    } finally {
      await platform.close();
    }
  } finally {
    await removeUnpacked(dir);
  }
});
