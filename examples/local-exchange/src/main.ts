import type { AddressInfo } from "node:net";
import { createExchange } from "./exchange.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { pairs } from "./pairs.ts";

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));

function fail(message: string): never {
  process.stderr.write(`local-exchange: ${message}\n`);
  process.exit(1);
}

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}

const { host, port, euros } = readOptions();

/** They open nothing but this program, and are therefore in README.md as well. */
const credentials = { key: "local-key", secret: "bG9jYWwtc2VjcmV0" };
const server = createExchange({ credentials, balances: { ZEUR: euros } });

server.on("error", (error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  fail(
    taken ? `port ${port} is in use. Choose another with --port, or --port 0 for a free one.` : error.message,
  );
});
server.listen(port, host, () => {
  const { address, family, port } = server.address() as AddressInfo;
  const shown = family === "IPv6" ? `[${address}]` : address;
  // The only line of output. Programs that start an exchange wait for it and read the address from it.
  const ready = { url: `http://${shown}:${port}`, pairs: pairs.map(({ wsname }) => wsname) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
});
