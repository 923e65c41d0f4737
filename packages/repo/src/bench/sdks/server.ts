import { type Amount, median, type Row } from "../numbers.ts";
import { Connection } from "./connection.ts";
import { detail, type Pairs, slowdown, warm } from "./pairs.ts";
import { end, type Server, start } from "./running.ts";

const queries = 20;

/** Measures a query's time on open connections against the hello of the HTTP library alone. */
export async function* server(
  name: string,
  http: string,
  query: string[],
  hello: string[],
  amount: Amount,
): AsyncGenerator<Row> {
  const servers = { sdk: await start(query), bare: await start(hello) };
  try {
    for (const connections of [1, 8]) {
      const open = async ({ port }: Server): Promise<Connection[]> =>
        Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
      const sides = { sdk: await open(servers.sdk), bare: await open(servers.bare) };
      const all: Pairs = { sdk: [], bare: [] };
      for (let round = 0; round < amount(150, 4); round++)
        for (const side of ["sdk", "bare"] as const) all[side].push(await askEach(sides[side]));
      for (const connection of [...sides.sdk, ...sides.bare]) connection.close();
      const pairs = warm(all);
      yield {
        name: `${name}: server query ÷ hello of ${http}, ${connections === 1 ? "1 connection" : `${connections} connections`}`,
        value: slowdown(pairs),
        unit: "×",
        target: { atMost: 1.3 },
        detail: detail(pairs),
      };
    }
  } finally {
    for (const { child } of Object.values(servers)) await end(child);
  }
}

/** Asks on all connections at once, one query after the other on each, and returns the median time. */
async function askEach(connections: Connection[]): Promise<number> {
  const times = await Promise.all(
    connections.map(async (connection) => {
      const own: number[] = [];
      for (let n = 0; n < queries; n++) own.push(await connection.ask());
      return own;
    }),
  );
  return median(times.flat());
}
