import { type Client, type Language, ofTheMachine, type Protocol, pinned } from "./client.ts";

const builtIn = (name: string, way: string, over: Protocol, refused: string): Client => ({
  ...{ name, version: ofTheMachine, over, refused },
  argv: [process.execPath, "standard.mjs", way],
});

const versionOf = (name: string) => pinned("node/package.json", new RegExp(`"${name}": "(.+)"`));

/** A client that is installed from the registry; `name` begins with that of its package. */
const installed = (name: string, program: string, over: Protocol, refused: string): Client => ({
  ...{ name, version: versionOf(name.split(" ")[0]!), over, refused, thorough: true },
  argv: [process.execPath, program],
});

export const node: Language = {
  name: "Node",
  folder: "node",
  clients: [
    builtIn("fetch", "fetch", "HTTP/1.1", "ENOTFOUND"),
    builtIn("node:http2", "http2", "HTTP/2", "ENOTFOUND"),
    builtIn("node:https with dns.resolve4", "resolve4", "HTTP/1.1", "ENOTFOUND"),
    // Its error has no message.
    builtIn("WebSocket", "WebSocket", "WebSocket", "Error"),
    installed("ws", "with-ws.mjs", "WebSocket", "ENOTFOUND"),
    {
      ...installed("ccxt", "with-ccxt.mjs", "HTTP/1.1", "NetworkError"),
      ...{ shows: "1700000000000", asks: { listed: "kraken", other: "kucoin" } },
    },
    installed("ccxt pro", "with-ccxt.mjs", "WebSocket", "NetworkError"),
    installed("@grpc/grpc-js", "with-grpc-js.mjs", "gRPC", "UNAVAILABLE"),
  ],
  async prepare({ run, isThorough }) {
    if (isThorough) await run("npm", "ci", "--ignore-scripts");
  },
};
