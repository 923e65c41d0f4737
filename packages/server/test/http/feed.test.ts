import { expect, test } from "vitest";
import { Feed, type Numbered, type Source } from "../../src/doors/http/stream/feed.ts";
import type { Outbox } from "../../src/doors/http/stream/outbox.ts";

/** A feed of numbers in memory; `on` is called at every read of the store. */
function feedOf(stored: number[], on: (look: string) => void = () => {}) {
  const said: (number | string)[] = [];
  const slow = { value: false };
  const outbox = { open: true, full: false, room: async () => slow.value } as Outbox & { full: boolean };
  const source: Source<Numbered> = {
    async after(seq, limit) {
      const items = stored.filter((n) => n > seq).slice(0, limit);
      on("after");
      return items.map((n) => ({ seq: n }));
    },
    async last() {
      const last = stored.at(-1) ?? 0;
      on("last");
      return last;
    },
  };
  const feed = new Feed(source, outbox, {
    events: (items) => said.push(...items.map(({ seq }) => seq)),
    gap: (from, to) => said.push(`${from}-${to}`),
  });
  return { feed, said, outbox, slow };
}

for (const look of ["after", "last"]) {
  for (let nth = 1; nth <= 2; nth++) {
    test(`a record that is stored and announced during call ${nth} of ${look} is sent once`, async () => {
      const stored = [1, 2, 3];
      let count = 0;
      const { feed, said } = feedOf(stored, (kind) => {
        if (kind !== look || ++count !== nth) return;
        stored.push(4);
        feed.tell([{ seq: 4 }]);
      });
      await feed.place(0);
      await feed.start();
      expect(count).toBeGreaterThanOrEqual(nth);
      if (feed.behind) await feed.start();
      expect(said).toEqual([1, 2, 3, 4]);
    });
  }
}

test("live records are sent directly, known numbers are skipped, and a gap is read from the store", async () => {
  const stored = [1];
  const { feed, said } = feedOf(stored);
  await feed.place(undefined);
  await feed.start();
  stored.push(2, 3, 4, 5);
  feed.tell([{ seq: 1 }, { seq: 2 }]);
  expect(said).toEqual([2]);
  feed.tell([{ seq: 4 }, { seq: 5 }]);
  expect(feed.behind).toBe(true);
  await feed.start();
  expect(said).toEqual([2, 3, 4, 5]);
});

test("a full outbox pauses live records; they are read from the store when there is room", async () => {
  const stored = [1];
  const { feed, said, outbox } = feedOf(stored);
  await feed.place(undefined);
  await feed.start();
  outbox.full = true;
  stored.push(2, 3);
  feed.tell([{ seq: 2 }, { seq: 3 }]);
  expect(said).toEqual([]);
  outbox.full = false;
  await feed.start();
  expect(said).toEqual([2, 3]);
});

test("numbers that are missing between stored records are reported where they are missing", async () => {
  const { feed, said } = feedOf([2, 3, 6, 8]);
  await feed.place(0);
  await feed.start();
  expect(said).toEqual(["1-1", 2, 3, "4-5", 6, "7-7", 8]);
});

test("a page of stored records is not sent further than a full outbox allows", async () => {
  const stored = Array.from({ length: 200 }, (_, n) => n + 1);
  const { feed, said, outbox } = feedOf(stored);
  await feed.place(0);
  const saidWhenFull: number[] = [];
  Object.defineProperty(outbox, "full", { get: () => said.length > (saidWhenFull.at(-1) ?? 0) });
  outbox.room = async () => {
    saidWhenFull.push(said.length);
    return false;
  };
  await feed.start();
  expect(saidWhenFull.slice(0, 4)).toEqual([0, 50, 100, 150]);
  expect(said).toEqual(stored);
});

test("a slow client that is far behind receives a gap and continues near the end", async () => {
  const stored = Array.from({ length: 12_000 }, (_, n) => n + 1);
  const { feed, said, slow } = feedOf(stored, () => {
    slow.value = false;
  });
  await feed.place(0);
  slow.value = true;
  await feed.start();
  expect(said.slice(0, 2)).toEqual(["1-11000", 11_001]);
  expect(said.at(-1)).toBe(12_000);
});

test("a position beyond the last number starts at the last number", async () => {
  const { feed } = feedOf([1, 2]);
  expect(await feed.place(99)).toBe(2);
});
