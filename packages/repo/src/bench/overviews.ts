import { until } from "../drive/platform.ts";
import { type Amount, interleave, median, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";

/** Writes metrics of a whole day, as they would have been written meanwhile. */
export const metricsOfDay = (count: number) => `
import { writeSync } from "node:fs";
const day = 24 * 60 * 60 * 1000;
const began = Date.now() - day;
const metric = (n) => JSON.stringify({
  _metric: n % 50 ? "price" : "signal",
  timestamp: new Date(began + (n * day) / ${count}).toISOString(),
  data: { symbol: ["AAPL", "MSFT", "NVDA"][n % 3], value: 100 + (n % 97), type: "BUY", reason: "crossed" },
}) + "\\n";
for (let n = 0; n < ${count}; n += 500) {
  const bytes = Buffer.from(Array.from({ length: 500 }, (_, k) => metric(n + k)).join(""));
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
`;

/** Creates bots that have each written this number of metrics. Returns their ids. */
async function botsWith(scene: Scene, bots: number, count: number): Promise<string[]> {
  const { platform } = scene;
  const name = `overview-${count}`;
  await scene.deploy(name, { ...manifest(name, "scheduled", "nodejs24"), "main.mjs": metricsOfDay(count) });
  const ids: string[] = [];
  for (let n = 0; n < bots; n++) {
    const instance = { name: `${name}-${n}`, type: `scheduled/${name}`, schedule: "0 0 1 1 *" };
    const id = await platform.create(instance);
    const { json } = await platform.call("POST", `/bots/${id}/run`);
    await until(
      async () => (await platform.get<{ status: string }>(`/runs/${json.id}`)).status === "success",
    );
    ids.push(id);
  }
  return ids;
}

/** Measures what the list of bots reads, for bots with few metrics and with many, and against the list itself. */
export async function overviews(scene: Scene, amount: Amount): Promise<Row[]> {
  const botsOfEach = amount(20, 2);
  const few = amount(1_000, 500);
  const many = 20 * few;
  const rounds = amount(15, 2);
  const short = await botsWith(scene, botsOfEach, few);
  const long = await botsWith(scene, botsOfEach, many);
  const timed = async (path: string) => {
    const began = performance.now();
    await scene.platform.get(path);
    return performance.now() - began;
  };
  const overview = (ids: string[]) => timed(`/bots/overview?ids=${ids.join(",")}`);
  const bySize = await interleave(
    rounds,
    () => overview(long),
    () => overview(short),
  );
  const all = [...short, ...long];
  const byList = await interleave(
    rounds,
    () => overview(all),
    () => timed(`/bots?limit=${all.length}`),
  );
  const row = (name: string, { a, b }: typeof bySize, atMost: number): Row => ({
    name,
    value: median(a) / median(b),
    unit: "×",
    target: { atMost },
    detail: `${median(a).toFixed(1)} ÷ ${median(b).toFixed(1)} ms, p50 of ${rounds}`,
  });
  return [
    row(`overview of ${botsOfEach} bots with ${many} metrics ÷ ${few}`, bySize, 1.5),
    row(`overview of ${all.length} bots ÷ list of the same`, byList, 3),
  ];
}
