import type { Address, Launch } from "@botyard/runtime";
import { Client } from "undici";
import { until } from "../../drive/platform.ts";
import { type Amount, alternate, median, percentile, type Row, type Skipped } from "../numbers.ts";
import { type Bots, ownNetwork, type Program, withBots } from "./bots.ts";

const server: Program = {
  runtime: "nodejs24",
  text: `
const { createServer } = require("node:http");
createServer((request, answer) => {
  request.resume().on("end", () => answer.setHeader("Content-Type", "application/json").end('{"pong":true}'));
}).listen(Number(process.env.QUERY_PORT), "127.0.0.1");
`,
};

/** Measures queries to a bot in a network of its own against those to the same bot in that of the host. */
export function borderQueries(amount: Amount): Promise<(Row | Skipped)[]> {
  return withBots("query to a bot with a network of its own", async (bots) => {
    const taken = { own: [] as number[], host: [] as number[] };
    // Several pairs of bots, because the processor that the system gives to a process matters too.
    const pairs = amount(4, 1);
    const warmUp = amount(200, 0);
    for (let pair = 0; pair < pairs; pair++) {
      const [own, host] = [await askable(bots, ownNetwork), await askable(bots)];
      const { a, b } = await alternate(warmUp + amount(800, 10), own.ask, host.ask);
      taken.own.push(...a.slice(warmUp));
      taken.host.push(...b.slice(warmUp));
      await Promise.all([own, host].map(({ end }) => end()));
    }
    return [
      { p: 50, of: median },
      { p: 95, of: (times: number[]) => percentile(times, 95) },
    ].map(({ p, of }) => ({
      name: `query to a bot with a network of its own ÷ with the host's, p${p}`,
      value: of(taken.own) / of(taken.host),
      unit: "×" as const,
      ...(p === 95 && { target: { atMost: 1.2 } }),
      detail: `${of(taken.own).toFixed(3)} ÷ ${of(taken.host).toFixed(3)} ms, of ${taken.own.length} with ${pairs} pairs of bots`,
    }));
  });
}

/** Starts a query server, and asks it with the client that the platform has, on one connection. */
async function askable(bots: Bots, network?: typeof ownNetwork) {
  const launch = await bots.start(server, network, { kind: "query-server" });
  const address = await listening(launch);
  const client = clientOf(bots, address);
  const ask = async () => {
    const began = performance.now();
    const answer = await client.request({
      path: "/ping",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"limit":5}',
    });
    if ((await answer.body.text()) !== '{"pong":true}') throw new Error("The bot gave another answer.");
    return [performance.now() - began];
  };
  return { ask, end: () => Promise.all([client.destroy(), launch.kill()]) };
}

/** Waits until a query server listens, and returns where. */
export function listening(launch: Launch): Promise<Address> {
  let ended = false;
  void launch.ended.then(() => {
    ended = true;
  });
  return until(() => {
    if (ended) throw new Error("The bot has ended.");
    return launch.address();
  });
}

/** A client for one connection to a bot's query server, as the platform has it. */
export function clientOf({ executor }: Bots, address: Address): Client {
  const options = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 60_000, pipelining: 1 };
  const dial: NonNullable<Client.Options["connect"]> = (_, connected) => {
    executor.connect(address).then(
      (socket) => connected(null, socket),
      (error) => connected(error, null),
    );
  };
  return new Client(`http://${address.host}:${address.port}`, {
    ...options,
    ...(address.launch !== undefined && { connect: dial }),
  });
}
