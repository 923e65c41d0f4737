import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mostListings, stateDirOf, statesIn } from "../../src/state/state.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

test("a user's listing does not wait for those of a user whose bot has many keys", async () => {
  const one = await at.user("one", ["read", "deploy"]);
  const other = await at.user("other", ["read", "deploy"]);
  const large = await one.bot("large");
  const small = await other.bot("small");
  for (const [id, keys] of [
    [large, 5_000],
    [small, 1],
  ] as const) {
    const dir = stateDirOf(at.dataDir, id);
    await mkdir(dir, { recursive: true });
    for (let n = 0; n < keys; n++) await writeFile(join(dir, `${n}.json`), "1");
  }
  let left = 60;
  const first = one.get(`/bots/${large}/state`);
  const listings = Array.from({ length: left }, async (_, n) => {
    await one.get(`/bots/${large}/state?limit=${n + 1}`);
    left--;
  });
  await first;
  expect((await other.get(`/bots/${small}/state`)).json.items).toHaveLength(1);
  expect(left).toBeGreaterThan(30);
  await Promise.all(listings);
});

test("a user has a bounded number of listings at the same time, and other users have theirs", async () => {
  const states = statesIn(at.dataDir);
  const list = (owner: string, limit: number) =>
    states.list({ bot_id: "bot_none", owner_id: owner }, { limit });
  const listings = Array.from({ length: mostListings }, (_, n) => list("one", n + 1));
  const refused = { code: "rate_limited", headers: { "retry-after": "5" } };
  await expect(list("one", 1)).rejects.toMatchObject(refused);
  expect(await list("other", 1)).toEqual([]);
  await Promise.all(listings);
  expect(await list("one", 1)).toEqual([]);
});
