import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Amount, alternate, median, percentile, type Row, type Skipped } from "../numbers.ts";
import { end } from "../sdks/running.ts";
import { type Bots, hosts, type Program, withBots } from "./bots.ts";
import { clientOf, listening } from "./queries.ts";

const atOnce = 20;

/** Makes round trips on one connection when it is asked to, and answers how long each took, in milliseconds. */
const traveller: Program = {
  runtime: "nodejs24",
  text: `
const { connect } = require("node:net");
const { createServer } = require("node:http");
const { once } = require("node:events");
const bytes = Buffer.alloc(64, 1);
const socket = connect({ host: "127.0.0.1", port: Number(process.env.FAR_PORT), noDelay: true });
const trip = async () => {
  const began = performance.now();
  socket.write(bytes);
  for (let got = 0; got < bytes.length; ) got += (await once(socket, "data"))[0].length;
  return performance.now() - began;
};
createServer(async (_, answer) => {
  const times = [];
  for (let n = 0; n < ${atOnce}; n++) times.push(await trip());
  answer.end(JSON.stringify(times));
}).listen(Number(process.env.QUERY_PORT), "127.0.0.1");
`,
};

/** Measures round trips of a bot to a server through the border against those without it. */
export function borderRoundTrips(amount: Amount): Promise<(Row | Skipped)[]> {
  return withBots("round trip through the border", async (bots) => {
    const program = fileURLToPath(new URL("delayed-echo.ts", import.meta.url));
    const far = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const port = Number(String((await once(far.stdout, "data"))[0]));
      const own = await travel(bots, port, true);
      const host = await travel(bots, port, false);
      const { a, b } = await alternate(amount(100, 2), own, host);
      const added = 1000 * (median(a) - median(b));
      return [
        {
          name: "round trip through the border ÷ direct, a server that answers after 1 ms",
          value: median(a) / median(b),
          unit: "×",
          target: { atMost: 1.1 },
          detail: `p50 ${median(a).toFixed(3)} ÷ ${median(b).toFixed(3)} ms (${added.toFixed(0)} µs more), p95 ${percentile(a, 95).toFixed(3)} ÷ ${percentile(b, 95).toFixed(3)} ms, of ${a.length}`,
        },
      ];
    } finally {
      await end(far);
    }
  });
}

/** Starts a bot, to which the server is a local service if it has a network of its own. */
async function travel(bots: Bots, port: number, hasOwn: boolean): Promise<() => Promise<number[]>> {
  const local = [{ name: "far", address: "127.0.0.1", port }];
  const network = hasOwn ? { policy: { hosts, local }, cut: [] } : undefined;
  const launch = await bots.start(traveller, network, {
    kind: "query-server",
    extraEnv: { FAR_PORT: String(port) },
  });
  const client = clientOf(bots, await listening(launch));
  return async () => {
    const { body } = await client.request({ path: "/", method: "POST" });
    return (await body.json()) as number[];
  };
}
