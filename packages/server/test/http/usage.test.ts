import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { measureWritten } from "@botyard/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultSettings, variables } from "../../src/settings/settings.ts";
import { stateDirOf } from "../../src/state/state.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform({ settings: { logRate: 5 } });
  me = await at.user("me", ["read", "deploy"]);
});
afterAll(() => at.close());

test("what a bot uses is shown with its limits; null is what is not known", async () => {
  const id = await me.bot("hungry");
  const { limits } = defaultSettings;
  const idle = (await me.get(`/bots/${id}/usage`)).json;
  expect(idle).toMatchObject({
    running: false,
    memory: { used_bytes: null, limit_bytes: limits.memoryBytes },
    cpu: { used_cores: null, limit_cores: limits.cpus },
    processes: { used: null, limit: limits.processes },
    disk: { used_bytes: 4_096, limit_bytes: limits.diskBytes },
    files: { used: 1, limit: 100_000 },
    state: { keys: 0, bytes: 0 },
    logs: { records: 0, used_bytes: 0, limit_bytes: 2 ** 30, kept_days: 14 },
    metrics: { records: 0, used_bytes: 0, limit_bytes: 2 ** 30, kept_days: 90 },
  });
  await at.engine.log(id, ["four", "five!", "four"]);
  expect((await me.get(`/bots/${id}/usage`)).json.logs).toMatchObject({ records: 3, used_bytes: 613 });
  const launched = { ...limits, memoryBytes: 1_000, cpus: 2 };
  at.engine.used = { memoryBytes: 900, cpus: 0.12345, processes: 4, limits: launched };
  const dir = stateDirOf(at.dataDir, id);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "position.json"), "[1,2]");
  expect((await me.get(`/bots/${id}/usage`)).json).toMatchObject({
    running: true,
    memory: { used_bytes: 900, limit_bytes: 1_000 },
    cpu: { used_cores: 0.123, limit_cores: 2 },
    processes: { used: 4, limit: limits.processes },
    state: { keys: 1, bytes: 5 },
  });
});

test("the files of a folder are counted without following links, and not without end", async () => {
  const dir = join(at.dataDir, "counted");
  await mkdir(join(dir, "inner"), { recursive: true });
  await writeFile(join(dir, "inner", "file"), Buffer.alloc(64 * 1024, 1));
  await symlink(at.dataDir, join(dir, "inner", "link"));
  const { bytes, files } = await measureWritten([dir], {});
  expect(bytes).toBeGreaterThanOrEqual(64 * 1024);
  expect(bytes).toBeLessThan(128 * 1024);
  expect(files).toBe(3);
  expect(await measureWritten([join(dir, "missing")], {})).toMatchObject({ bytes: 0, files: 0 });
  expect(await measureWritten([dir], { files: 1 })).toMatchObject({ isCut: true });
});

test("a user sees the version, isolation, health and limits of the platform; an admin also its folder", async () => {
  const { json, text } = await me.get("/system");
  expect(json.isolation).toMatchObject({ isolation: "none", reasons: ["It is a test."] });
  expect(json.health.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ["store", "ok"],
    ["disk", "ok"],
    ["data_folder", "ok"],
    ["isolation", "ok"],
    ["secrets", "ok"],
    ["backup", "ok"],
  ]);
  const rate = json.limits.find(({ setting }: { setting: string }) => setting === "PLATFORM_LOG_RATE");
  expect(rate).toEqual({
    ...{ name: "log_rate", setting: "PLATFORM_LOG_RATE", value: 5, default: 10_000, unit: "lines a second" },
  });
  const known = new Set(variables.map(({ variable }) => variable));
  for (const { setting, value } of json.limits) {
    expect(known).toContain(setting);
    expect(value, setting).toBeTypeOf("number");
  }
  expect(text).not.toContain(at.dataDir);
  expect((await at.admin.get("/system")).json.data_dir).toBe(at.dataDir);
});

test("a part that fails says why", async () => {
  at.engine.refusal = { why: "No bot can be started.", retryAfterSeconds: 3 };
  const { health } = (await me.get("/system")).json;
  at.engine.refusal = undefined;
  expect(health[3]).toEqual({ name: "isolation", status: "failing", detail: "No bot can be started." });
});
