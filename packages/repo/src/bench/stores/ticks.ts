import type { TestPlatform } from "../../drive/platform.ts";
import { type Amount, median, type Row, type Skipped } from "../numbers.ts";
import { born, lastBirth } from "../starts.ts";
import { withPair } from "./pair.ts";

const minute = 60_000;

/** Measures the time until the last of many bots due in the same second has started. */
export function startedTicks(amount: Amount): Promise<(Row | Skipped)[]> {
  const bots = amount(200, 8);
  const rounds = amount(3, 1);
  // The first minutes of each warm caches and are not counted.
  const uncounted = amount(1, 0);
  const name = `${bots} ticks due at once, last start, PostgreSQL ÷ SQLite`;
  return withPair(name, async ({ sqlite, postgres }) => {
    // The two take turns, a minute each.
    const sides = [
      { platform: postgres, ids: await dueAt(postgres, bots, "0-58/2"), taken: [] as number[] },
      { platform: sqlite, ids: await dueAt(sqlite, bots, "1-59/2"), taken: [] as number[] },
    ] as const;
    const first = Math.ceil(Date.now() / minute);
    for (let at = first; at < first + 2 * (uncounted + rounds); at++) {
      const { platform, ids, taken } = sides[at % 2]!;
      const due = new Date(at * minute);
      const last = await lastBirth(platform, ids, due);
      if (at >= first + 2 * uncounted) taken.push(last - due.getTime());
    }
    const [a, b] = sides.map(({ taken }) => median(taken)) as [number, number];
    return [
      {
        name,
        value: a / b,
        unit: "×",
        target: { atMost: 1.3 },
        detail: `${(a / 1000).toFixed(2)} ÷ ${(b / 1000).toFixed(2)} s, p50 of ${rounds}`,
      },
    ];
  });
}

async function dueAt(platform: TestPlatform, bots: number, minutes: string): Promise<string[]> {
  await platform.upload({ name: "tick", type: "scheduled", bot: born });
  const instance = { type: "scheduled/tick", schedule: `${minutes} * * * *` };
  const ids: string[] = [];
  for (let n = 0; n < bots; n++) ids.push(await platform.create({ name: `tick-${n}`, ...instance }));
  return ids;
}
