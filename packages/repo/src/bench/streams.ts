import { setTimeout as pause } from "node:timers/promises";
import { residentMegabytes } from "./memory.ts";
import { type Amount, median, percentile, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";
import { StreamClient } from "./stream-client.ts";

const linesPerSecond = 1_000;
/** Time in which the streams must catch up after the bot has stopped. */
const restSeconds = 10;

const printer = `
import { writeSync } from "node:fs";
const began = Date.now();
let printed = 0;
setInterval(() => {
  const due = Math.floor(((Date.now() - began) * ${linesPerSecond}) / 1000);
  const line = () => JSON.stringify({ message: \`order \${++printed} filled\`, at: Date.now() }) + "\\n";
  const text = Array.from({ length: due - printed }, line).join("");
  if (text) writeSync(1, text);
}, 5);
`;

/** Calls `look` ten times a second until `work` is done. */
async function watchWhile(work: Promise<unknown>, look: () => void): Promise<void> {
  const timer = setInterval(look, 100);
  await work.finally(() => clearInterval(timer));
}

/** Measures many followers of one busy bot: whether each gets every line in order, how late, and for how much memory. */
export async function manyStreams(scene: Scene, amount: Amount): Promise<Row[]> {
  const streams = amount(500, 10);
  const seconds = amount(10, 1);
  const name = "printer";
  const { key, port } = scene.platform;
  const pid = scene.platform.process!.pid!;
  await scene.deploy(name, { ...manifest(name, "realtime", "nodejs24"), "main.mjs": printer });
  const bot = await scene.platform.create({ name, type: `realtime/${name}` });
  await scene.platform.waitFor(bot, "running");

  const before = residentMegabytes(pid);
  let most = before;
  const clients: StreamClient[] = [];
  const follow = async () => {
    for (let n = 0; n < streams; n++) clients.push(await StreamClient.open(port, key, bot));
    for (const client of clients) client.delays.length = 0;
    await pause(seconds * 1000);
    await scene.platform.call("POST", `/bots/${bot}/stop`);
    await scene.platform.waitFor(bot, "stopped");
    const { last_seq: last } = await scene.platform.get<{ last_seq: number }>(`/bots/${bot}/logs?limit=1`);
    const deadline = Date.now() + restSeconds * 1000;
    while (clients.some((client) => client.last < last) && Date.now() < deadline) await pause(20);
    return last;
  };
  const following = follow();
  await watchWhile(following, () => {
    most = Math.max(most, residentMegabytes(pid));
  });
  const last = await following;
  for (const client of clients) client.close();
  await scene.platform.call("DELETE", `/bots/${bot}`);

  const missing = clients.reduce((sum, client) => sum + last - client.last, 0);
  const faults = clients.flatMap((client) => client.faults);
  const delays = clients.flatMap((client) => client.delays);
  const lines = clients.reduce((sum, client) => sum + last - client.first, 0);
  const of = `${streams} streams of a bot with ${linesPerSecond.toLocaleString("en")} lines/s`;
  return [
    {
      name: `${of}: lost or out of order`,
      value: missing + faults.length,
      unit: "lines",
      target: { atMost: 0 },
      detail: `of ${lines.toLocaleString("en")}${faults[0] === undefined ? "" : `; ${faults[0].slice(0, 200)}`}`,
    },
    {
      name: `${of}: line printed → follower, p99`,
      value: percentile(delays, 99),
      unit: "ms",
      target: { atMost: 250 },
      detail: `p50 ${median(delays)} ms, highest ${Math.max(...delays)} ms, of ${delays.length.toLocaleString("en")}`,
    },
    {
      name: `${of}: growth of the platform process`,
      value: most - before,
      unit: "MB",
      target: { atMost: 150 },
      detail: `resident, ${Math.round(before)} → at most ${Math.round(most)} MB`,
    },
  ];
}
