import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { proportionalKilobytes } from "../memory.ts";
import type { Amount, Row } from "../numbers.ts";
import { Connection } from "./connection.ts";
import { end, start } from "./running.ts";

const connections = 8;

/** Measures the memory of an idle bot, and of a query process: what many queries on open connections add to it. */
export async function memory(name: string, query: string[], idle: string[], amount: Amount): Promise<Row> {
  const early = amount(10_000, 80);
  const late = 10 * early;
  const [some, all] = [early, late].map((queries) => queries.toLocaleString("en"));
  const bot = await idleMegabytes(idle);
  const server = await start(query);
  try {
    const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(server.port)));
    const now = (): number => megabytes(server.child);
    await open[0]!.ask();
    const first = now();
    await askAll(open, early);
    const before = now();
    await askAll(open, late - early);
    const after = now();
    for (const connection of open) connection.close();
    const each = [first, before, after].map((size) => size.toFixed(1)).join(", ");
    return {
      name: `${name}: query process, memory after ${all} ÷ ${some} queries`,
      value: after / before,
      unit: "×",
      // Garbage collectors claim memory in steps; a leak of 1 kB for each query would be far beyond this.
      target: { atMost: 1.5 },
      detail: `after 1, ${some} and ${all} queries: ${each} MB; an idle realtime bot: ${bot.toFixed(1)} MB; proportional set size`,
    };
  } finally {
    await end(server.child);
  }
}

/** Asks as many queries in all, one after the other on each connection. */
async function askAll(open: Connection[], queries: number): Promise<void> {
  await Promise.all(
    open.map(async (connection) => {
      for (let n = 0; n < queries / open.length; n++) await connection.ask();
    }),
  );
}

/** Returns the memory of a realtime bot that has written a metric and waits. */
async function idleMegabytes([command = "", ...args]: string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const written = once(child.stdout, "data").then(() => true);
    if (!(await Promise.race([written, once(child, "exit").then(() => false)])))
      throw new Error(`${command} ended before it wrote a metric.`);
    return megabytes(child);
  } finally {
    await end(child);
  }
}

const megabytes = ({ pid }: ChildProcess): number => proportionalKilobytes(pid!) / 1024;
