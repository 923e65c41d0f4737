import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../drive/platform.ts";
import { platform as commandLine } from "../start/platform.ts";
import type { Amount, Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";
import { waitRow, waitsDuring } from "./waits.ts";

/** Writes as many lines as its configuration says, and then 20 a second with a key of state each. */
const writer = `
import { writeSync } from "node:fs";
import { input, state } from "@botyard/sdk";
const { config } = input.parse();
const line = (n) => JSON.stringify({ level: "info", message: \`order \${n} filled\`, order: n }) + "\\n";
const say = (text) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
};
for (let n = 0; n < config.lines; n += 1000) say(Array.from({ length: 1000 }, (_, k) => line(n + k)).join(""));
let n = config.lines;
setInterval(() => { say(line(n)); state.set("orders", n++); }, 50);
`;

/** Measures how long other requests wait during a backup of many bots and lines, while ten of the bots write. */
export async function backup(scene: Scene, amount: Amount): Promise<Row[]> {
  const [bots, writing] = [amount(100, 4), amount(10, 2)];
  const lines = amount(1_000_000, 20_000);
  const [quiet, busy] = ["backup-quiet", "backup-busy"];
  await scene.deploy(quiet, { ...manifest(quiet, "scheduled", "nodejs24"), "main.mjs": "" });
  await scene.deploy(busy, { ...manifest(busy, "realtime", "nodejs24"), "main.mjs": writer });
  const create = (n: number) =>
    n < writing
      ? scene.platform.create({
          ...{ name: `${busy}-${n}`, type: `realtime/${busy}`, config: { lines: lines / writing } },
        })
      : scene.platform.create({ name: `${quiet}-${n}`, type: `scheduled/${quiet}`, schedule: "0 0 1 1 *" });
  const ids: string[] = [];
  for (let n = 0; n < bots; n++) ids.push(await create(n));
  for (const id of ids.slice(0, writing)) await until(() => hasStored(scene, id, lines / writing));

  const read = ids.at(-1)!;
  const alone = await waitsDuring(scene, read, pause(amount(5_000, 200)));
  const file = join(scene.platform.dir, "backup.tar.gz");
  const during = await waitsDuring(
    scene,
    read,
    commandLine(["backup", file, "--data-dir", scene.platform.data]),
  );
  rmSync(file);
  await Promise.all(ids.map((id) => scene.platform.call("DELETE", `/bots/${id}`)));
  return [waitRow(`a backup of ${lines} lines and ${bots} bots`, during, alone)];
}

async function hasStored(scene: Scene, id: string, lines: number): Promise<boolean> {
  const { items } = await scene.platform.get<{ items: { fields?: { order?: number } }[] }>(
    `/bots/${id}/logs?stream=stdout&limit=1`,
  );
  return (items[0]?.fields?.order ?? -1) >= lines;
}
