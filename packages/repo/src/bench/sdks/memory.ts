import { proportionalKilobytes } from "../memory.ts";
import type { Row } from "../numbers.ts";
import { Connection } from "./connection.ts";
import { end, start } from "./running.ts";

const connections = 8;
const early = 10_000;
const late = 100_000;

/** Measures the memory of a query process: what 90,000 queries on open connections add to it. */
export async function memory(name: string, query: string[]): Promise<Row> {
  const server = await start(query);
  try {
    const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(server.port)));
    const megabytes = (): number => proportionalKilobytes(server.child.pid!) / 1024;
    await open[0]!.ask();
    const first = megabytes();
    await askAll(open, early);
    const before = megabytes();
    await askAll(open, late - early);
    const after = megabytes();
    for (const connection of open) connection.close();
    const each = [first, before, after].map((size) => size.toFixed(1)).join(", ");
    return {
      name: `${name}: query process, memory after 100,000 ÷ 10,000 queries`,
      value: after / before,
      unit: "×",
      // Garbage collectors claim memory in steps; a leak of 1 kB for each query would be far beyond this.
      target: { atMost: 1.5 },
      detail: `after 1, 10,000 and 100,000 queries: ${each} MB, proportional set size`,
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
