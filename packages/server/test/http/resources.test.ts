import { afterAll, beforeAll, expect, test } from "vitest";
import { commitmentsOf, overcommitment } from "../../src/settings/commitments.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

const mebibyte = 2 ** 20;
const maxima = { memoryBytes: 512 * mebibyte, cpus: 2, processes: 64, diskBytes: 4096 * mebibyte };
let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform({
    settings: { maxima },
  });
  me = await at.user("me", ["read", "deploy"]);
});
afterAll(() => at.close());

const patch = (path: string, body: unknown) => me.ask("PATCH", path, { body });

test("a bot says what it may use, and what it does not say is the platform's", async () => {
  const id = await me.bot("sized");
  const patched = await patch(`/bots/${id}`, { resources: { memory: "384 MiB", cpus: 1.5 } });
  expect(patched.json).toMatchObject({ revision: 2, resources: { memory: "384MiB", cpus: 1.5 } });
  expect((await me.get(`/bots/${id}/usage`)).json).toMatchObject({
    memory: { limit_bytes: 384 * mebibyte },
    cpu: { limit_cores: 1.5 },
    processes: { limit: defaultSettings.limits.processes },
  });
  const same = await patch(`/bots/${id}`, { resources: { memory: "402653184B", cpus: 1.5 } });
  expect(same.json).toMatchObject({ revision: 2, changed: false });
  const reset = await patch(`/bots/${id}`, { resources: null });
  expect(reset.json.resources).toBeUndefined();
});

test("more than the operator allows is refused with each place and the setting; what every bot has is allowed", async () => {
  const id = await me.bot("greedy");
  const { status, json } = await patch(`/bots/${id}`, {
    resources: { memory: "1GiB", disk: "5GiB", cpus: 2 },
  });
  expect(status).toBe(422);
  expect(json.errors).toMatchObject([
    {
      pointer: "/resources/memory",
      code: "resources.too_large",
      detail: "The bot asks for 1GiB of memory; this platform allows at most 512MiB.",
      next: expect.stringContaining("PLATFORM_BOT_MEMORY_MAX_BYTES"),
    },
    { pointer: "/resources/disk" },
  ]);
  // The maximum of 64 is below what every bot may use.
  const most = await patch(`/bots/${id}`, { resources: { processes: defaultSettings.limits.processes } });
  expect(most.status).toBe(200);
});

test("a bot keeps what it has when the operator allows less, until its resources are changed", async () => {
  const id = await me.bot("kept");
  await patch(`/bots/${id}`, { resources: { memory: "512MiB" } });
  maxima.memoryBytes = 300 * mebibyte;
  expect((await patch(`/bots/${id}`, { config: {}, name: "kept as it is" })).status).toBe(200);
  expect((await patch(`/bots/${id}`, { resources: { memory: "500MiB" } })).status).toBe(422);
});

test("what the bots that should run may use together is told beside what there is", async () => {
  const asked = [{ count: 3 }, { resources: { memory: "1GiB", cpus: 100_000 }, count: 2 }];
  const found = commitmentsOf(asked, defaultSettings, { memory: 2 ** 33, cpus: 4, disk: 2 ** 40 });
  const of = (name: string) => found.find((one) => one.name === name)!;
  expect(of("memory").committed).toBe((3 * 256 + 2 * 1024) * mebibyte);
  expect(of("cpus").committed).toBe(200_001.5);
  expect(overcommitment(of("cpus"))).toMatch(
    /^The bots that should run may use 200001\.5 cores together; there are 4 cores\.$/,
  );
  expect(overcommitment({ name: "memory", unit: "bytes", committed: 1, available: 1 })).toBeUndefined();
  const { commitments } = (await me.get("/system")).json;
  expect(commitments.map(({ name }: { name: string }) => name)).toEqual(["memory", "cpus", "disk"]);
});
