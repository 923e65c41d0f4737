import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serve } from "./served.ts";

const count = 12_000;

let on: Served;
beforeAll(async () => {
  on = await serve();
  const folder = join(on.dir, "series");
  mkdirSync(folder);
  const config = ["name: series", "version: 1.0.0", "type: scheduled", "runtime: nodejs24", "entrypoints:"];
  writeFileSync(
    join(folder, "bot-config.yaml"),
    [...config, "  bot: bot.mjs", "schema:", "  bot: bot-schema.json", ""].join("\n"),
  );
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
  writeFileSync(join(folder, "bot-schema.json"), JSON.stringify(schema));
  writeFileSync(
    join(folder, "bot.mjs"),
    `for (let n = 0; n < ${count}; n++)
  console.log(JSON.stringify({ _metric: n % 2 ? "odd" : "even", data: { n, text: "x".repeat(100) } }));`,
  );
  const instance = {
    name: "series",
    type: "scheduled/series",
    version: "1.0.0",
    schedule: "0 0 1 1 *",
    config: {},
  };
  writeFileSync(join(folder, "instance.json"), JSON.stringify(instance));
  for (const args of [
    ["custom-bot", "deploy"],
    ["bot", "deploy", "instance.json"],
    ["bot", "run", "series"],
  ]) {
    const { code, stderr } = await on.platform(args, { cwd: folder });
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => on?.close());

test("the whole series of a bot is printed, as lines, JSON and CSV, where a list has a part of it", async () => {
  const list = await on.json(["bot", "metrics", "series", "--since", "1d", "--max-points", "10000"]);
  expect(list).toMatchObject({ downsampled: true, total: count });
  expect(list.items.length).toBeLessThan(count);
  const all = await on.json(["bot", "metrics", "series", "--all"]);
  expect(all).toMatchObject({ downsampled: false, total: count });
  expect(all.items.map(({ data }: { data: { n: number } }) => data.n)).toEqual([...Array(count).keys()]);
  const { stdout } = await on.platform(["bot", "metrics", "series", "--csv", "--type", "odd"]);
  const [header, ...rows] = stdout.trimEnd().split("\n");
  expect(header).toBe("seq,time,type,run_id,data.n,data.text");
  expect(rows.map((row) => Number(row.split(",")[4]))).toEqual(
    [...Array(count / 2).keys()].map((n) => 2 * n + 1),
  );
});
