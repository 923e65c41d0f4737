import { expect, test } from "vitest";
import { InTurn } from "../../src/concurrency/in-turn.ts";

test("work of one key is done one after the other, that of another key meanwhile, and nothing is kept of either", async () => {
  const turns = new InTurn();
  const done: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = turns.take("a", async () => {
    await held;
    done.push("first");
    throw new Error("It failed.");
  });
  const second = turns.take("a", async () => done.push("second"));
  await turns.take("b", async () => done.push("other"));
  expect([done, turns.size]).toEqual([["other"], 1]);
  release();
  await expect(first).rejects.toThrow("It failed.");
  expect(await second).toBe(3);
  expect([done, turns.size]).toEqual([["other", "first", "second"], 0]);
});
