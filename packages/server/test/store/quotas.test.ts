import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Bot, Run } from "../../src/model/model.ts";
import { quotaLimitsIn } from "../../src/settings/quotas.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { NewVersion } from "../../src/store/index.ts";
import type { TestedStorage } from "../../src/store/open.ts";
import { openedStorage } from "./opened.ts";

const at = "2026-01-01T00:00:00.000Z";
const owner = "usr_1";
const most = 5;
const version = (number: string, bytes = 1): NewVersion => ({
  ...{ owner_id: owner, name: "probe", version: number, model: "realtime", runtime: "nodejs24" },
  ...{ config: "{}", schema: "{}", readme: null, sha256: number, content_sha256: number, bytes },
  ...{ created_at: at, deleted_at: null },
});
const bot = (name: string, more: Partial<Bot> = {}): Bot => ({
  ...{ bot_id: name, owner_id: owner, name, custom_bot: "probe", model: "realtime" },
  ...{ version_spec: "1.0.0", version: "1.0.0", catch_up: "none", start_deadline_seconds: 60 },
  ...{ timeout_seconds: 300, config: {}, desired: "running", status: "pending" },
  ...{ revision: 1, generation: 1, restarts: 0, created_at: at, updated_at: at, ...more },
});
const key = (id: string) => ({
  ...{ id, owner_id: owner, name: "k", scopes: "[]", hash: "h", created_at: at },
  ...{ expires_at: null, revoked_at: null, last_used_at: null },
});
const run = (id: string): Run => ({
  ...{
    id,
    bot_id: "bot_0",
    scheduled_at: at,
    status: "queued",
    version: "1.0.0",
    revision: 1,
    queued_at: at,
  },
});

let dir: string;
let storage: TestedStorage;
/** Opens the store with quotas of {@link most} for what these settings name, and one user with one version. */
async function open(...names: ("userBots" | "userProcesses" | "userVersions" | "userKeys")[]) {
  const quotas = Object.fromEntries(names.map((name) => [name, most]));
  storage = await openedStorage(dir, {
    quotas: quotaLimitsIn({ ...defaultSettings, dataDir: dir, ...quotas }),
  });
  await storage.services.insertUser({ id: owner, name: "one", created_at: at });
  await storage.services.insertVersion(version("1.0.0"));
  return storage;
}
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-quotas-"));
});
afterEach(async () => {
  await storage.close();
  await rm(dir, { recursive: true });
});

/** Adds twenty at the same time. Returns which of them were stored; the others must be refused. */
async function storedOf(add: (n: number) => Promise<unknown>): Promise<number[]> {
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => add(n)));
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "quota_exceeded" });
  return results.flatMap(({ status }, n) => (status === "fulfilled" ? [n] : []));
}
const stored = async (add: (n: number) => Promise<unknown>) => (await storedOf(add)).length;

test("of bots that are added at the same time, as many are stored as the quota has room for", async () => {
  const { services } = await open("userBots");
  expect(await stored((n) => services.insertBot(bot(`bot_${n}`), undefined))).toBe(most);
  expect(await services.quotaUse(owner, at)).toMatchObject({ bots: most });
});

test("of bots that are started at the same time, as many start as the quota has room for", async () => {
  const { services } = await open("userProcesses");
  for (let n = 0; n < 20; n++)
    await services.insertBot(bot(`bot_${n}`, { desired: "stopped", status: "stopped" }), undefined);
  const start = (n: number) =>
    services.changeBot(owner, `bot_${n}`, { at, decide: () => ({ desired: "running" }) });
  expect(await stored(start)).toBe(most);
});

test("of runs that are added at the same time, in one commit, as many are stored as the quota has room for", async () => {
  const { services, engine } = await open("userProcesses");
  await services.insertBot(bot("bot_0", { model: "scheduled" }), undefined);
  const first = await storedOf((n) => engine.addRun(run(`run_${n}`)));
  expect(first).toHaveLength(most);
  await engine.changeRun(`run_${first[0]}`, { status: "success", finished_at: at });
  expect(await stored((n) => engine.addRun(run(`run_later_${n}`)))).toBe(1);
});

test("of versions that are added or restored at the same time, as many are stored as the quota has room for", async () => {
  const { services } = await open("userVersions");
  const first = await storedOf((n) => services.insertVersion(version(`1.1.${n}`)));
  expect(first).toHaveLength(most - 1);
  const deleted = first.slice(0, 2).map((n) => `1.1.${n}`);
  for (const name of deleted) await services.deleteVersion(owner, { name: "probe", version: name, at });
  await services.insertVersion(version("2.0.0"));
  const restore = (n: number) => services.restoreVersion(owner, "probe", deleted[n % 2]!);
  await stored(restore);
  expect(await services.quotaUse(owner, at)).toMatchObject({ versions: most });
});

test("of keys that are added at the same time, as many are stored as the quota has room for", async () => {
  const { services } = await open("userKeys");
  const first = await storedOf((n) => services.insertKey(key(`key_${n}`)));
  expect(first).toHaveLength(most);
  await services.revokeKey(owner, `key_${first[0]}`, at);
  expect(await stored((n) => services.insertKey(key(`key_later_${n}`)))).toBe(1);
});
