import { type TestPlatform, until } from "../../drive/platform.ts";
import { type Amount, interleave, median, type Row, type Skipped } from "../numbers.ts";
import { metricsOfDay } from "../overviews.ts";
import { withPair } from "./pair.ts";

/** Writes lines first and then the metrics of a day. */
const writer = (lines: number, metrics: number) => `${metricsOfDay(metrics)}
for (let n = 0; n < ${lines}; n++) console.log(JSON.stringify({ level: "info", message: \`order \${n} filled\`, order: n }));
`;

/** Measures what users read most, by REST. */
export function storedReads(amount: Amount): Promise<(Row | Skipped)[]> {
  const bots = amount(100, 5);
  const metrics = amount(20_000, 500);
  const rounds = amount(101, 3);
  return withPair("reads of users, PostgreSQL ÷ SQLite", async ({ sqlite, postgres }) => {
    const ids = new Map<TestPlatform, string>();
    for (const platform of [sqlite, postgres])
      ids.set(platform, await botsOf(platform, bots, writer(amount(10_000, 500), metrics)));
    const row = async (name: string, path: (bot: string) => string): Promise<Row> => {
      const timed = async (platform: TestPlatform) => {
        const began = performance.now();
        await platform.get(path(ids.get(platform)!));
        return performance.now() - began;
      };
      const { a, b } = await interleave(
        rounds,
        () => timed(postgres),
        () => timed(sqlite),
      );
      return {
        name: `${name}, PostgreSQL ÷ SQLite`,
        value: median(a) / median(b),
        unit: "×",
        target: { atMost: 3 },
        detail: `${median(a).toFixed(2)} ÷ ${median(b).toFixed(2)} ms, p50 of ${rounds}`,
      };
    };
    return [
      await row(`list of ${bots} bots`, () => `/bots?limit=${bots}`),
      await row("page of logs", (bot) => `/bots/${bot}/logs?limit=100`),
      await row(`${metrics} metrics of a day`, (bot) => `/bots/${bot}/metrics`),
    ];
  });
}

/** Creates bots of which the first one has run. Returns its id. */
async function botsOf(platform: TestPlatform, bots: number, bot: string): Promise<string> {
  await platform.upload({ name: "reader", type: "scheduled", bot });
  const instance = { type: "scheduled/reader", schedule: "0 0 1 1 *" };
  const create = (n: number) => platform.create({ name: `reader-${n}`, ...instance });
  const id = await create(0);
  for (let n = 1; n < bots; n++) await create(n);
  const { json } = await platform.call("POST", `/bots/${id}/run`);
  await until(async () => (await platform.get<{ status: string }>(`/runs/${json.id}`)).status === "success");
  return id;
}
