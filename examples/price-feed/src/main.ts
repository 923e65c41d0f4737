import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fixedClock, replayClock } from "./clock.ts";
import { createFeed } from "./feed.ts";
import { limiter } from "./limiter.ts";
import { loadMarket, tradingDays } from "./market.ts";
import { type Options, parseOptions, usage } from "./options.ts";

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));

function fail(message: string): never {
  process.stderr.write(`price-feed: ${message}\n`);
  process.exit(1);
}

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}

const options = readOptions();
const market = loadMarket(join(import.meta.dirname, "..", "data"));
const days = tradingDays(market);
const lastDay = days.at(-1)!;
if (options.start > lastDay) fail(`--start ${options.start} is after the last trading day, ${lastDay}.`);

const clock =
  options.now === undefined
    ? replayClock(days, options.start, options.secondsPerDay)
    : fixedClock(options.now);
const server = createFeed({ market, clock, limiter: limiter(options.rateLimit) });

server.on("error", (error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  fail(
    taken
      ? `port ${options.port} is in use. Choose another with --port, or --port 0 for a free one.`
      : error.message,
  );
});
server.listen(options.port, options.host, () => {
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  // The only line of output. Programs that start a feed wait for it and read the address from it.
  const ready = { url: `http://${host}:${port}`, as_of: clock().date, symbols: [...market.keys()] };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
});
