import { linkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, openPlatform } from "./harness.ts";

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
