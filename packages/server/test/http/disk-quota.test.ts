import { linkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch, Stored } from "@botyard/runtime";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, openPlatform, type TestPlatform } from "./harness.ts";

/** A stopped bot, and what its user has used of the quota of disk space. */
async function openStopped() {
  const at = await openPlatform({ settings: { userDiskBytes: 1_000_000 } });
  onTestFinished(() => at.close());
  const me = await at.user("alice");
  const id = await me.bot("one");
  await me.post(`/bots/${id}/stop`);
  await me.get(`/bots/${id}/wait?status=stopped&timeout=5`);
  const used = async (): Promise<number> => {
    await at.engine.disk.stop();
    const { json } = await me.get("/usage");
    return json.quotas.find(({ name }: { name: string }) => name === "disk_bytes").used;
  };
  return { at, me, id, used };
}

const eight = (ask: () => Promise<Answer>) => Array.from({ length: 8 }, ask);

test("of values that are replaced or deleted at the same time, each counts once", async () => {
  const { me, id, used } = await openStopped();
  const put = (key: string, length: number) =>
    me.ask("PUT", `/bots/${id}/state/${key}`, { body: "1".repeat(length) });
  for (const key of ["kept", "shrinks", "goes"]) await put(key, 200_000);
  const size = 200_704;
  expect(await used()).toBe(3 * size);
  await Promise.all(eight(() => put("shrinks", 1)));
  expect(await used()).toBe(2 * size + 4_096);
  const deleted = await Promise.all(eight(() => me.ask("DELETE", `/bots/${id}/state/goes`)));
  expect(deleted.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await used()).toBe(size + 4_096);
  await Promise.all(eight(() => put("shrinks", 200_000)));
  expect(await used()).toBe(2 * size);
});

test("a value that a bot has written with holes, or under two names, frees only what it uses", async () => {
  const { at, me, id, used } = await openStopped();
  const ask = (method: string, key: string) => me.ask(method, `/bots/${id}/state/${key}`, { body: "1" });
  await ask("PUT", "own");
  at.engine.disk.write({ bot_id: id, owner_id: me.userId }, 500_000);
  const file = (key: string) => join(at.dataDir, "bots", id, "state", `${key}.json`);
  writeFileSync(file("holes"), "");
  truncateSync(file("holes"), 400_000);
  writeFileSync(file("first"), "1".repeat(400_000));
  linkSync(file("first"), file("second"));
  for (const key of ["holes", "second"]) expect((await ask("DELETE", key)).status).toBe(204);
  // A file counts as one block at least.
  expect(await used()).toBe(504_096 - 4_096);
});

async function openSmall(): Promise<TestPlatform> {
  const at = await openPlatform({ settings: { userDiskBytes: 20_000 } });
  onTestFinished(() => at.close());
  return at;
}

test("bots of a user whose files use the quota are not created, started or run, and write no state", async () => {
  const at = await openSmall();
  const me = await at.user("alice");
  const [id, tick] = [await me.bot("one"), await me.bot("tick", { type: "scheduled" })];
  const running = await me.bot("running", { schema: { type: "object" } });
  await me.post(`/bots/${id}/stop`);
  await me.get(`/bots/${id}/wait?status=stopped&timeout=5`);
  const put = (key: string, length: number) =>
    me.ask("PUT", `/bots/${id}/state/${key}`, { body: "x".repeat(length) });
  expect((await put("a", 15_000)).status).toBe(204);
  // 16,384 bytes are used. A value that takes as much as the one before needs no room.
  expect((await put("b", 10)).json.quota).toEqual({
    ...{ name: "disk_bytes", used: 16_384, limit: 20_000, setting: "PLATFORM_USER_DISK_BYTES" },
  });
  expect((await put("a", 15_000)).status).toBe(204);
  await filled(at, { bot_id: id, owner_id: me.userId }, 3_616);
  const full = { code: "quota_exceeded", quota: { name: "disk_bytes", used: 20_000, limit: 20_000 } };
  expect(
    (await me.post("/bots", { name: "two", type: "realtime/one", version: "latest", config: {} })).json,
  ).toMatchObject(full);
  expect((await me.post(`/bots/${tick}/run`)).json).toMatchObject(full);
  expect((await me.post(`/bots/${id}/start`)).json).toMatchObject(full);
  // Nor is a running one replaced, which would only end it.
  expect((await me.post(`/bots/${running}/restart`)).json).toMatchObject(full);
  expect((await me.ask("PATCH", `/bots/${running}`, { body: { config: { a: 1 } } })).json).toMatchObject(
    full,
  );
  expect((await me.get(`/bots/${running}`)).json).toMatchObject({ revision: 1, status: "running" });
  expect((await me.ask("PATCH", `/bots/${running}`, { body: { name: "renamed" } })).status).toBe(200);
  await at.restart();
  expect((await me.post(`/bots/${id}/start`)).json).toMatchObject(full);
  expect((await me.ask("DELETE", `/bots/${id}/state/a`)).status).toBe(204);
  await at.engine.disk.stop();
  expect((await me.post(`/bots/${id}/start`)).status).toBe(202);
});

test("the disk space in the overview is the one that counts, with the files of queries that run", async () => {
  const at = await openSmall();
  const me = await at.user("alice");
  const bot = { bot_id: await me.bot("one"), owner_id: me.userId };
  let measured = (_: Stored) => {};
  const query = {
    record: { id: "launch_1" },
    onStored: (listener: typeof measured) => (measured = listener),
  };
  at.engine.disk.follow(bot, query as unknown as Launch, true);
  measured({ bytes: 20_000, isLast: false });
  const { quotas: all } = (await me.get("/usage")).json;
  expect(all.find(({ name }: { name: string }) => name === "disk_bytes").used).toBe(20_000);
});

async function filled(at: TestPlatform, bot: { bot_id: string; owner_id: string }, bytes: number) {
  at.engine.disk.write(bot, bytes);
  await at.engine.disk.stop();
}
