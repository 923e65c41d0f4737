import { expect, test } from "vitest";
import { Turns } from "../../src/store/turns.ts";

/** A clock and an event loop that the test moves. */
function loop() {
  let now = 0;
  let next: (() => void)[] = [];
  const turns = new Turns(
    () => now,
    (callback) => next.push(callback),
  );
  return {
    turns,
    spend: (ms: number) => {
      now += ms;
    },
    /** Runs the work of one turn. Returns false if there was none. */
    turn: async () => {
      const callbacks = next;
      next = [];
      for (const callback of callbacks) callback();
      for (let step = 0; step < 10; step++) await Promise.resolve();
      return callbacks.length > 0;
    },
  };
}

/** Reads rows that take a millisecond each. Logs the name of the read with each row. */
async function read({ turns, spend }: ReturnType<typeof loop>, name: string, rows: number, log: string[]) {
  const used = { usedMs: 0 };
  let left = rows;
  while (left > 0) {
    await turns.take(used, (isOver) => {
      do {
        spend(1);
        log.push(name);
      } while (--left > 0 && !isOver());
    });
  }
  log.push(`${name} ends`);
}

test("long reads together use 4 ms of each turn", async () => {
  const world = loop();
  const log: string[] = [];
  const rows = () => log.filter((entry) => entry.length === 1).length;
  const reads = ["a", "b", "c"].map((name) => read(world, name, 20, log));
  const perTurn = [rows()];
  for (let before = rows(); await world.turn(); before = rows()) perTurn.push(rows() - before);
  await Promise.all(reads);
  expect(rows()).toBe(60);
  expect(Math.max(...perTurn)).toBe(4);
});

test("a short read that arrives late ends before long ones", async () => {
  const world = loop();
  const log: string[] = [];
  const reads = ["a", "b", "c", "d"].map((name) => read(world, name, 40, log));
  for (let n = 0; n < 10; n++) await world.turn();
  const before = log.length;
  reads.push(read(world, "e", 2, log));
  await world.turn();
  expect(log.slice(before)).toContain("e ends");
  while (await world.turn());
  await Promise.all(reads);
});

test("long reads advance evenly", async () => {
  const world = loop();
  const log: string[] = [];
  const reads = ["a", "b", "c"].map((name) => read(world, name, 40, log));
  for (let n = 0; n < 15; n++) await world.turn();
  const counts = ["a", "b", "c"].map((name) => log.filter((entry) => entry === name).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4);
  while (await world.turn());
  await Promise.all(reads);
});

test("a read that fails rejects, and the others continue", async () => {
  const world = loop();
  const log: string[] = [];
  const failed = world.turns.take({ usedMs: 0 }, () => {
    throw new Error("no");
  });
  const other = read(world, "a", 9, log);
  await expect(failed).rejects.toThrow("no");
  while (await world.turn());
  await other;
  expect(log.at(-1)).toBe("a ends");
});
