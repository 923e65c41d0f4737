import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type ListenOptions } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { listenersAreOf } from "../src/executors/process/network/listeners.ts";
import { freeAddress } from "../src/executors/process/network/ports.ts";

/** Listens as its argument says and answers every connection with its process id. */
const program = `
  const server = require("node:net").createServer((socket) => socket.end(String(process.pid)));
  server.listen(JSON.parse(process.argv[1]), () => console.log("listens"));
  server.on("error", (error) => console.log(error.code));
`;
const running: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(
    running.splice(0).map((child) => {
      child.kill("SIGKILL");
      return once(child, "close");
    }),
  );
});

/** A process that listens, or the code of the error if it cannot. */
async function listener(options: ListenOptions): Promise<{ pid: number; said: string }> {
  const child = spawn(process.execPath, ["-e", program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { pid: child.pid!, said: String(said).trim() };
}

/** The process that a connection to 127.0.0.1 reaches. */
const reached = async (port: number) => Number(await text(connect(port, "127.0.0.1")));

const hasIPv6 = (await listener({ host: "::1", port: 0 })).said === "listens";

/** Sockets of two processes that the kernel lets listen on one port; the first receives what is sent to 127.0.0.1. */
const pairs: { bot: ListenOptions; other: ListenOptions }[] = [
  { bot: { host: "127.0.0.1" }, other: { host: "127.0.0.2" } },
  { bot: { host: "127.0.0.1" }, other: { host: "::1" } },
  { bot: { host: "127.0.0.1" }, other: { host: "::", ipv6Only: true } },
  { bot: { host: "127.0.0.1" }, other: { host: "::ffff:127.0.0.2" } },
  { bot: { host: "::ffff:127.0.0.1" }, other: { host: "127.0.0.2" } },
  { bot: { host: "0.0.0.0" }, other: { host: "::", ipv6Only: true } },
  { bot: { host: "127.0.0.1", reusePort: true }, other: { host: "0.0.0.0", reusePort: true } },
  { bot: { host: "127.0.0.1", reusePort: true }, other: { host: "::", reusePort: true } },
  { bot: { host: "127.0.0.1", reusePort: true }, other: { host: "::ffff:127.0.0.1", reusePort: true } },
  { bot: { host: "0.0.0.0", reusePort: true }, other: { host: "::", reusePort: true } },
];
const usesIPv6 = ({ bot, other }: (typeof pairs)[number]) => `${bot.host} ${other.host}`.includes(":");
const shown = ({ host, ipv6Only, reusePort }: ListenOptions) =>
  `${host}${ipv6Only ? " (IPv6 only)" : ""}${reusePort ? " (shared)" : ""}`;

for (const pair of pairs) {
  const { bot, other } = pair;
  const title = `a bot on ${shown(bot)} answers queries while another process listens on ${shown(other)} with the same port`;
  test.skipIf(usesIPv6(pair) && !hasIPv6)(title, async () => {
    for (const order of [
      ["bot", "other"],
      ["other", "bot"],
    ] as const) {
      const { port } = await freeAddress();
      const found = {} as Record<"bot" | "other", number>;
      for (const name of order) {
        const { pid, said } = await listener({ ...pair[name], port });
        expect(said).toBe("listens");
        found[name] = pid;
      }
      expect(await reached(port)).toBe(found.bot);
      expect(await listenersAreOf(port, [found.bot])).toBe(true);
      expect(await listenersAreOf(port, [found.other])).toBe(false);
    }
  });
}

test("a bot that listens on all addresses of both families answers queries", async () => {
  const { port } = await freeAddress();
  const { pid } = await listener({ port, host: hasIPv6 ? "::" : "0.0.0.0" });
  expect(await reached(port)).toBe(pid);
  expect(await listenersAreOf(port, [pid])).toBe(true);
  expect(await listenersAreOf(port, [process.pid])).toBe(false);
});

test("a bot that shares its port with another process is not queried, because either may receive the query", async () => {
  const { port } = await freeAddress();
  const both = [];
  for (let n = 0; n < 2; n++) both.push(await listener({ host: "127.0.0.1", port, reusePort: true }));
  const [bot, other] = both.map(({ pid }) => pid) as [number, number];
  expect(await listenersAreOf(port, [bot])).toBe(false);
  expect(await listenersAreOf(port, [bot, other])).toBe(true);
});

test("nothing receives a connection that only sockets of other addresses listen for", async () => {
  const { port } = await freeAddress();
  const { pid } = await listener({ host: "127.0.0.2", port });
  expect(await listenersAreOf(port, [pid])).toBe(false);
});
