import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Turns } from "../src/folders/turns.ts";
import { countKeys, stateKeys } from "../src/index.ts";

const many = 5_000;
let large: string;
let small: string;
beforeAll(() => {
  large = mkdtempSync(join(tmpdir(), "botyard-turns-"));
  small = mkdtempSync(join(tmpdir(), "botyard-turns-"));
  for (let n = 0; n < many; n++) writeFileSync(join(large, `${n}.json`), "1");
  writeFileSync(join(small, "a.json"), "1");
});
afterAll(() => {
  for (const dir of [large, small]) rmSync(dir, { recursive: true, force: true });
});

/** Does work on a large folder of one user many times, and then something for another. Returns whose ended, in order. */
async function endsOf(work: readonly (() => Promise<unknown>)[], other: () => Promise<unknown>) {
  const ends: string[] = [];
  const one = work.map((job) => job().then(() => ends.push("one")));
  await other().then(() => ends.push("other"));
  await Promise.all(one);
  return ends;
}

test("a user's listing does not wait for the many listings of another", async () => {
  const listings = Array.from({ length: 30 }, (_, n) => () => stateKeys(large, { limit: n + 1 }, "one"));
  const ends = await endsOf(listings, () => stateKeys(small, { limit: 1 }, "other"));
  expect(ends.indexOf("other")).toBe(0);
});

test("two users have the same share of the time, however much work one of them has", async () => {
  const work = Array.from({ length: 6 }, (_, n) => [
    () => stateKeys(large, { limit: n + 1 }, "one"),
    () => countKeys(large, many + n, "one"),
  ]).flat();
  const ends = await endsOf(work, () => stateKeys(large, { limit: 1 }, "other"));
  expect(ends.indexOf("other")).toBe(0);
});

test("the same listing that many wait for is read once, and shows what was there when they asked", async () => {
  const list = () => stateKeys(large, { limit: 1 }, "one");
  const running = [list(), stateKeys(large, { limit: 2 }, "one")];
  await new Promise(setImmediate);
  writeFileSync(join(large, "-.json"), "1");
  const waiting = await Promise.all(Array.from({ length: 20 }, list));
  expect(new Set(waiting).size).toBe(1);
  expect(waiting[0]).toMatchObject([{ key: "-" }]);
  await Promise.all(running);
});

test("users take turns when as many jobs run as may", async () => {
  const turns = new Turns();
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const add = (owner: string, kind: string) =>
    turns.take(owner, kind, () => {
      begun.push(owner);
      return new Promise<void>((end) => ends.push(end));
    });
  const jobs = Array.from({ length: 64 }, (_, n) => add(`${n >> 2}`, `${n % 4}`));
  for (let n = 0; n < 10; n++) jobs.push(add("many", "a"));
  jobs.push(add("few", "a"));
  await new Promise(setImmediate);
  expect(begun).toHaveLength(64);
  for (const end of ends.splice(0, 2)) end();
  await new Promise(setImmediate);
  expect(begun.slice(64)).toEqual(["many", "few"]);
  for (let n = 0; n < jobs.length; n++) {
    ends[n]?.();
    await new Promise(setImmediate);
  }
  await Promise.all(jobs);
  expect(begun.filter((owner) => owner === "many")).toHaveLength(10);
});
