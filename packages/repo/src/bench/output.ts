import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@botyard/client";
import Sqlite from "better-sqlite3";
import { type TestPlatform, until } from "../drive/platform.ts";
import { type Amount, interleave, median, percentile, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";

/** A log line of a busy bot: one JSON record with a few fields. */
const lineOf = (n: number): string =>
  JSON.stringify({
    level: n % 50 === 0 ? "warn" : "info",
    timestamp: new Date(1_770_000_000_000 + n).toISOString(),
    message: `order ${n} filled at ${(100 + (n % 977) / 7).toFixed(2)}`,
    data: { order: n, symbol: "AAPL", size: (n % 13) + 1 },
  });

/** A bot that writes so many lines and ends. */
export const writer = (lines: number) => `
import { writeSync } from "node:fs";
const lineOf = ${lineOf.toString()};
const buffers = [];
for (let n = 0; n < ${lines}; n += 1000)
  buffers.push(Array.from({ length: 1000 }, (_, k) => lineOf(n + k) + "\\n").join(""));
for (const buffer of buffers) {
  const bytes = Buffer.from(buffer);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
`;

/** Parses each line and inserts the same columns, a thousand rows per transaction. Returns lines per second. */
function bareInsert(file: string, lines: number, folder: string, round: number): number {
  const database = new Sqlite(join(folder, `bare-${round}.db`));
  database.pragma("journal_mode = wal");
  database.pragma("synchronous = normal");
  database.exec(`create table log_lines (bot_id text, seq integer, run_id text, stream text, level text, time text,
    ingested_at text, message text, fields text, truncated integer, dropped_before integer, primary key (bot_id, seq))`);
  const insert = database.prepare("insert into log_lines values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)");
  const began = performance.now();
  const texts = readFileSync(file, "utf8").split("\n");
  const store = database.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const { level, timestamp, message, ...fields } = JSON.parse(texts[n]!) as Record<string, string>;
      const now = new Date().toISOString();
      insert.run(
        "bot_bench",
        n,
        "run_bench",
        "stdout",
        level,
        timestamp,
        now,
        message,
        JSON.stringify(fields),
      );
    }
  });
  for (let n = 0; n < lines; n += 1000) store(n, n + 1000);
  const rate = lines / ((performance.now() - began) / 1000);
  database.close();
  return rate;
}

/** Runs a {@link writer}. Returns when the platform read its first lines and its last ones, as Unix time in milliseconds. */
export async function linesOfRun(
  platform: TestPlatform,
  bot: string,
  lines: number,
): Promise<{ first: number; last: number }> {
  const { json: run } = await platform.call("POST", `/bots/${bot}/run`);
  const done = await until(async () => {
    const found = await platform.get<{ status: string; logs?: { from: number; to: number } }>(
      `/runs/${run.id}`,
    );
    return found.status === "success" && found;
  });
  const kept = done.logs!.to - done.logs!.from + 1;
  if (kept < lines) throw new Error(`Only ${kept} of ${lines} lines were stored.`);
  const at = async (seq: number) => {
    const { items } = await platform.get<{ items: { ingested_at: string }[] }>(
      `/bots/${bot}/logs?stream=stdout&after=${seq - 1}&before=${seq + 1000}&run_id=${run.id}&limit=1000`,
    );
    return items.map((item) => Date.parse(item.ingested_at));
  };
  return {
    first: Math.min(...(await at(done.logs!.from))),
    last: Math.max(...(await at(done.logs!.to - 900))),
  };
}

/** Measures lines stored per second, with masking, against a loop that parses and inserts the same rows. */
export async function ingest(scene: Scene, amount: Amount): Promise<Row[]> {
  const lines = amount(100_000, 5_000);
  const rounds = amount(5, 1);
  const folder = mkdtempSync(join(tmpdir(), "botyard-lines-"));
  const file = join(folder, "lines");
  writeFileSync(file, `${Array.from({ length: lines }, (_, n) => lineOf(n)).join("\n")}\n`);
  const name = "writer";
  await scene.deploy(name, {
    ...manifest(name, "scheduled", "nodejs24"),
    "bot-schema.json": JSON.stringify({
      type: "object",
      properties: { api_key: { type: "string", writeOnly: true } },
    }),
    "main.mjs": writer(lines),
  });
  const bot = await scene.platform.create({
    name,
    type: `scheduled/${name}`,
    schedule: "0 0 1 1 *",
    config: { api_key: "k-3c5b8f0d9a7e41f2" },
  });

  const { a, b } = await interleave(
    rounds,
    async () => {
      const { first, last } = await linesOfRun(scene.platform, bot, lines);
      return lines / ((last - first) / 1000);
    },
    async (round) => bareInsert(file, lines, folder, round),
  );
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      name: "lines stored per second, masked ÷ bare parse and insert",
      value: median(a) / median(b),
      unit: "×",
      target: { atLeast: 0.4 },
      detail: `${Math.round(median(a)).toLocaleString("en")} ÷ ${Math.round(median(b)).toLocaleString("en")} lines/s, p50 of ${rounds}`,
    },
  ];
}

const clock = `
import { writeSync } from "node:fs";
setInterval(() => writeSync(1, JSON.stringify({ message: "now", at: Date.now() }) + "\\n"), 20);
`;

/** Measures the delay from the bot's write to a follower of the stream, with one line every 20 ms. */
export async function follower(scene: Scene, amount: Amount): Promise<Row[]> {
  const lines = amount(1_000, 50);
  const name = "clock";
  await scene.deploy(name, { ...manifest(name, "realtime", "nodejs24"), "main.mjs": clock });
  const bot = await scene.platform.create({ name, type: `realtime/${name}` });
  await scene.platform.waitFor(bot, "running");
  const client = createClient({ url: `${scene.platform.url}/api/v1`, key: scene.platform.key });
  const stop = new AbortController();
  const delays: number[] = [];
  for await (const item of client.follow({ botId: bot, channels: ["logs"], signal: stop.signal })) {
    if (item.kind !== "event" || item.channel !== "logs") continue;
    const at = item.record.fields?.at;
    if (typeof at === "number") delays.push(Date.now() - at);
    if (delays.length === lines) stop.abort();
  }
  await scene.platform.call("DELETE", `/bots/${bot}`);
  return [
    {
      name: "line printed → WebSocket follower, p99",
      value: percentile(delays, 99),
      unit: "ms",
      target: { atMost: 100 },
      detail: `p50 ${median(delays)} ms, highest ${Math.max(...delays)} ms, of ${delays.length}`,
    },
  ];
}
