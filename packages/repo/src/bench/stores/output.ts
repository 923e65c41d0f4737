import type { TestPlatform } from "../../drive/platform.ts";
import { type Amount, interleave, median, type Row, type Skipped } from "../numbers.ts";
import { linesOfRun, writer } from "../output.ts";
import { withPair } from "./pair.ts";

/** Measures lines stored per second, of several bots that write at the same time, and of one alone. */
export function storedLines(amount: Amount): Promise<(Row | Skipped)[]> {
  const lines = amount(20_000, 2_000);
  const bots = amount(4, 2);
  const rounds = amount(5, 1);
  const of = (writers: number) =>
    `lines of ${writers} bot${writers === 1 ? "" : "s"} stored per second, PostgreSQL ÷ SQLite`;
  return withPair(of(bots), async ({ sqlite, postgres }) => {
    const [a, b] = [await writers(postgres, bots, lines), await writers(sqlite, bots, lines)];
    const measure = async (some: number): Promise<Row> => {
      const rates = await interleave(
        rounds,
        () => rate(postgres, a.slice(0, some), lines),
        () => rate(sqlite, b.slice(0, some), lines),
      );
      const each = (one: number[]) => Math.round(median(one)).toLocaleString("en");
      return {
        name: of(some),
        value: median(rates.a) / median(rates.b),
        unit: "×",
        target: { atLeast: 0.7 },
        detail: `${each(rates.a)} ÷ ${each(rates.b)} lines/s, p50 of ${rounds}`,
      };
    };
    return [await measure(bots), await measure(1)];
  });
}

async function writers(platform: TestPlatform, bots: number, lines: number): Promise<string[]> {
  await platform.upload({ name: "writer", type: "scheduled", bot: writer(lines) });
  const instance = { type: "scheduled/writer", schedule: "0 0 1 1 *" };
  const ids: string[] = [];
  for (let n = 0; n < bots; n++) ids.push(await platform.create({ name: `writer-${n}`, ...instance }));
  return ids;
}

/** Has all of the bots write at the same time. Returns lines per second. */
async function rate(platform: TestPlatform, bots: readonly string[], lines: number): Promise<number> {
  const times = await Promise.all(bots.map((bot) => linesOfRun(platform, bot, lines)));
  const first = Math.min(...times.map((time) => time.first));
  const last = Math.max(...times.map((time) => time.last));
  return (bots.length * lines) / ((last - first) / 1000);
}
