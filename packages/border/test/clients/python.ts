import { findPython, python as toolchain } from "../../../repo/src/run/toolchains.ts";
import { type Client, type Language, ofTheMachine, type Protocol, pinned } from "./client.ts";

const versionOf = (name: string) => pinned("python/requirements.txt", new RegExp(`^${name}==(\\S+)`, "m"));

/** A client that is installed from the registry; `name` begins with that of its package. */
const installed = (name: string, program: string, over: Protocol, refused: string): Client => ({
  ...{ name, over, refused, thorough: true },
  version: versionOf(name.split(" ")[0]!.replace("_", "-")),
  argv: ["venv/bin/python", program],
});

const time = { shows: "1700000000000", asks: { listed: "kraken", other: "kucoin" } };

export const python: Language = {
  name: "Python",
  folder: "python",
  needs: toolchain,
  clients: [
    {
      ...{ name: "urllib.request", version: ofTheMachine, over: "HTTP/1.1", refused: "URLError" },
      argv: ["python3", "standard_library.py"],
    },
    installed("requests", "with_requests.py", "HTTP/1.1", "NameResolutionError"),
    installed("httpx", "with_httpx.py", "HTTP/2", "ConnectError"),
    installed("aiohttp with aiodns", "with_aiohttp.py", "HTTP/1.1", "ClientConnectorDNSError"),
    installed("aiohttp with aiodns", "with_aiohttp.py", "WebSocket", "ClientConnectorDNSError"),
    installed("websockets", "with_websockets.py", "WebSocket", "gaierror"),
    { ...installed("ccxt", "with_ccxt.py", "HTTP/1.1", "NetworkError"), ...time },
    { ...installed("ccxt async", "with_ccxt_async.py", "HTTP/1.1", "ExchangeNotAvailable"), ...time },
    installed("ccxt pro", "with_ccxt_async.py", "WebSocket", "NetworkError"),
    installed("grpcio", "with_grpcio.py", "gRPC", "UNAVAILABLE"),
    installed("curl_cffi", "with_curl_cffi.py", "HTTP/2", "DNSError"),
    {
      ...installed("curl_cffi as Chrome", "with_curl_cffi.py", "HTTP/2", "reset"),
      ...{ argv: ["venv/bin/python", "with_curl_cffi.py", "chrome"], reason: "encrypted_hello" },
    },
  ],
  async prepare({ run, isThorough }) {
    if (!isThorough) return;
    await run((await findPython())!, "-m", "venv", "venv");
    await run("venv/bin/pip", "install", "--require-hashes", "--no-deps", "-r", "requirements.txt");
  },
};
