import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeOf } from "../../../repo/src/drive/test-database.ts";
import { SettingsError, startPlatform } from "../../src/index.ts";

let dataDir: string;
let said: string;
const log = pino(
  new Writable({
    write(chunk, _encoding, done) {
      said += chunk;
      done();
    },
  }),
);
beforeEach(async () => {
  said = "";
  dataDir = await mkdtemp(join(tmpdir(), "botyard-platform-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

test("the first start logs the path of the key, never the key; a later start logs neither", async () => {
  const first = await startPlatform({ dataDir, port: 0, env: await storeOf(dataDir), log });
  const key = (await readFile(join(dataDir, "admin.key"), "utf8")).trim();
  expect(first.newKeyFile).toBe(join(dataDir, "admin.key"));
  expect(said).toContain(join(dataDir, "admin.key"));
  const status = await fetch(`${first.apiUrl}/auth/status`, { headers: { authorization: `ApiKey ${key}` } });
  expect(status.status).toBe(200);
  const health = await (await fetch(`${first.url}/healthz`)).json();
  expect(health).toMatchObject({ status: "ok", isolation: { engine: "process" } });
  await first.close();
  expect(said).not.toContain(key);
  said = "";
  const second = await startPlatform({ dataDir, port: 0, env: await storeOf(dataDir), log });
  expect(second.newKeyFile).toBeUndefined();
  expect(said).not.toContain("admin.key");
  await second.close();
});

test("a start without a usable admin key creates one", async () => {
  const status = async (url: string, key: string) =>
    (await fetch(`${url}/auth/status`, { headers: { authorization: `ApiKey ${key}` } })).status;
  const readKey = async () => (await readFile(join(dataDir, "admin.key"), "utf8")).trim();
  const first = await startPlatform({ dataDir, port: 0, env: await storeOf(dataDir), log });
  const lost = await readKey();
  const { id } = (await first.users.first())!;
  const past = new Date(Date.now() - 1_000).toISOString();
  await first.keys.create(id, { name: "reads", scopes: ["read"] });
  await first.keys.create(id, { name: "is over", scopes: ["admin"], expires_at: past });
  await first.keys.revoke(id, (await first.keys.list(id, { limit: 1 }))[0]!.id);
  expect(await status(first.apiUrl, lost)).toBe(401);
  await first.close();
  const second = await startPlatform({ dataDir, port: 0, env: await storeOf(dataDir), log });
  expect(second.newKeyFile).toBe(join(dataDir, "admin.key"));
  expect(await status(second.apiUrl, await readKey())).toBe(200);
  expect(await status(second.apiUrl, lost)).toBe(401);
  await second.close();
});

test("listening on an address beyond this machine logs one warning", async () => {
  const open = await startPlatform({ dataDir, env: { PLATFORM_HOST: "0.0.0.0", PLATFORM_PORT: "0" }, log });
  const warnings = said.split("\n").filter((line) => line.includes('"level":40'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("0.0.0.0");
  expect((await fetch(`${open.url}/readyz`)).status).toBe(200);
  await open.close();
});

test("a runtimes file is read at start, and all its problems are reported together", async () => {
  const runtimesFile = join(dataDir, "runtimes.yaml");
  const go = () => startPlatform({ dataDir, port: 0, env: { PLATFORM_RUNTIMES_FILE: runtimesFile }, log });
  await expect(go()).rejects.toThrow(/The runtimes file cannot be read: \S+runtimes\.yaml does not exist\./);
  await writeFile(runtimesFile, "perl5: {kind: script}\n");
  const refused = await go().catch((error: Error) => error);
  expect(refused).toBeInstanceOf(SettingsError);
  expect(String(refused)).toContain(`${runtimesFile}:1:15 error`);
  expect(String(refused)).toContain('"perl5.bot" is missing');
  await writeFile(runtimesFile, 'perl5: {kind: interpreted, bot: ["/usr/bin/perl", "{entry}"]}\n');
  await (await go()).close();
});

test("an invalid environment aborts the start before anything is written", async () => {
  await expect(
    startPlatform({ dataDir: join(dataDir, "new"), env: { PLATFORM_PORT: "http" }, log }),
  ).rejects.toThrow(SettingsError);
  await expect(readFile(join(dataDir, "new", "platform.db"))).rejects.toThrow("ENOENT");
});
