import { setTimeout as pause } from "node:timers/promises";
import { until } from "../drive/platform.ts";
import { type Amount, interleave, median, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";
import { waitRow, waitsDuring } from "./waits.ts";

const writer = (lines: number) => `
import { writeSync } from "node:fs";
for (let n = 0; n < ${lines}; n += 1000) {
  const line = (k) => JSON.stringify({ level: k % 50 ? "info" : "error", message: \`order \${k} filled\`, order: k }) + "\\n";
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, k) => line(n + k)).join(""));
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
`;

async function run(scene: Scene, bot: string): Promise<void> {
  const { json } = await scene.platform.call("POST", `/bots/${bot}/run`);
  await until(async () => {
    const { status } = await scene.platform.get<{ status: string }>(`/runs/${json.id}`);
    return status === "success";
  });
}

/** Measures reads of a log that find nothing, and how long other requests wait for long reads and for much output. */
export async function reads(scene: Scene, amount: Amount): Promise<Row[]> {
  const lines = amount(100_000, 5_000);
  const rounds = amount(5, 1);
  const name = "reader";
  await scene.deploy(name, { ...manifest(name, "scheduled", "nodejs24"), "main.mjs": writer(lines) });
  const create = (n: number) =>
    scene.platform.create({ name: `${name}-${n}`, type: `scheduled/${name}`, schedule: "0 0 1 1 *" });
  const [small, large] = [await create(1), await create(2)];
  await run(scene, small);
  await run(scene, large);
  const alone = await waitsDuring(scene, small, pause(amount(3_000, 200)));
  const ingest = await waitsDuring(scene, small, run(scene, large));

  const search = async (bot: string) => {
    const began = performance.now();
    await scene.platform.get(`/bots/${bot}/logs?q=needle&level=warn`);
    return performance.now() - began;
  };
  const { a, b } = await interleave(
    rounds,
    () => search(large),
    () => search(small),
  );
  const heavy = async () => {
    for (let n = 0; n < amount(3, 1); n++) {
      const summary = scene.platform.get(`/bots/${large}/logs/summary`);
      await Promise.all([search(large), search(large), search(small), summary]);
    }
  };
  const reading = await waitsDuring(scene, small, heavy());
  return [
    {
      name: `filtered read of ${2 * lines} lines ÷ of ${lines}`,
      value: median(a) / median(b),
      unit: "×",
      target: { atMost: 2.5 },
      detail: `${Math.round(median(a))} ÷ ${Math.round(median(b))} ms, p50 of ${rounds}`,
    },
    waitRow("4 long reads", reading, alone),
    waitRow(`output of ${lines} lines`, ingest, alone),
  ];
}
