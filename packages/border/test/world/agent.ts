/**
 * The part of the tests that runs in a network of its own, which has an internet: every address of 93.184.0.0/16 is one of
 * this process, and a name server knows the names of the test. It talks to the test by messages.
 */
import { execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as nextTick } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import packet from "dns-packet";
import type { Connection } from "../../src/platform.ts";
import { BareBots, type Bots, runProgram } from "./bots.ts";
import { remoteOf, serve } from "./messages.ts";
import { createWebServer } from "./web-server.ts";
import type { Heard } from "./world.ts";

const [folder = "", certificates = "", ...runner] = process.argv.slice(2);
const names = new Map<string, string[]>();
/** Of a name that is never answered. */
const silent: string[] = [];
const asked: string[] = [];
const heard: Heard[] = [];
/** When a server has last received anything. */
let lastByte = 0;
/** Connections that servers have. */
let connected = 0;
const longestText = 10_000;
const servers: Server[] = [];
const resolvConf = join(folder, "resolv.conf");
writeFileSync(resolvConf, "nameserver 127.0.0.1\n");
for (const [file, ...args] of [
  ["ip", "link", "set", "lo", "up"],
  ["ip", "route", "add", "local", "93.184.0.0/16", "dev", "lo"],
  ["ip", "route", "add", "local", "10.1.2.3/32", "dev", "lo"],
  ["mount", "--bind", resolvConf, "/etc/resolv.conf"],
])
  execFileSync(file!, args);

/** Started when the network has its addresses and names. */
const bare = new BareBots(folder);
const bots: Bots = runner.length === 0 ? bare : await startRunner();

/** The program that runs bots instead. */
function startRunner(): Promise<Bots> {
  const [file = "", ...args] = runner;
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as ["ignore", "inherit", "inherit", "ipc"];
  return remoteOf<Bots>(spawn(file, args, { stdio }));
}

/** The addresses of a name, or of all names below another one. */
const known = (name: string) => names.get(name) ?? names.get(name.replace(/^[^.]*/, "*"));

const nameServer = createSocket("udp4").on("message", (bytes, from) => {
  const { id = 0, questions = [] } = packet.decode(bytes);
  const { name = "", type } = questions[0] ?? {};
  asked.push(`${type} ${name}`);
  const found = known(name);
  if (found === silent) return;
  const addresses = type === "A" ? (found ?? []) : [];
  const answers = addresses.map((data) => ({ type: "A" as const, name, ttl: 0, data }));
  const flags = found ? 0 : 3;
  nameServer.send(
    packet.encode({ type: "response", id, flags, questions, answers }),
    from.port,
    from.address,
  );
});
await once(nameServer.bind(53, "127.0.0.1"), "listening");

const tls = () => ({
  key: readFileSync(join(certificates, "key.pem")),
  cert: readFileSync(join(certificates, "certificate.pem")),
});

/** What servers of this internet answer. */
function answer(socket: Socket, one: Heard): void {
  heard.push(one);
  connected++;
  socket.on("error", () => {}).on("close", () => connected--);
  socket.on("end", () => socket.end());
  socket.on("data", (bytes) => {
    lastByte = performance.now();
    one.text = (one.text + bytes.toString("latin1")).slice(-longestText);
    if (one.text.includes("\r\n\r\n"))
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
    else if (one.text.endsWith("echo\n")) socket.write("echo\n");
  });
}

/** How often a server could write. */
let flooded = 0;

/** Writes as much as is read. */
function flood(socket: Socket): void {
  const bytes = Buffer.alloc(1 << 20);
  const write = () => {
    if (socket.destroyed) return;
    do flooded++;
    while (socket.write(bytes));
  };
  socket.on("drain", write);
  write();
}

/** The resident memory of a process, in bytes. */
const memoryOf = (pid: number) =>
  1024 * Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

const commands = {
  names(table: Record<string, string[]>): void {
    for (const [name, addresses] of Object.entries(table))
      names.set(name, addresses.length === 0 ? silent : addresses);
  },
  asked: () => asked,
  heard: () => heard,
  async listen(
    address: string,
    port: number,
    kind: "tcp" | "tls" | "web" | "greeting" | "flood" | "mirror",
  ): Promise<number> {
    const one = () => ({ address, port, text: "" });
    const plain = (socket: Socket) => {
      if (kind === "mirror") return void socket.pipe(socket).on("error", () => {});
      if (kind === "greeting") socket.write("220 hello\r\n");
      if (kind === "flood") flood(socket);
      answer(socket, one());
    };
    const server =
      kind === "web"
        ? createWebServer(tls())
        : kind === "tls"
          ? createTlsServer(tls(), (socket) => answer(socket, one()))
          : createServer({ allowHalfOpen: true }, plain);
    servers.push(server.on("tlsClientError", () => {}));
    await once(server.listen(port, address), "listening");
    return (server.address() as { port: number }).port;
  },
  async listenToDatagrams(address: string, port: number): Promise<void> {
    const socket = createSocket("udp4", (bytes) =>
      heard.push({ address, port, text: bytes.toString("latin1") }),
    );
    await once(socket.bind(port, address), "listening");
  },
  /** Runs a program in the network of the host. */
  runOutside: (argv: string[]) => runProgram(argv),
  bot: (...args: Parameters<Bots["bot"]>) => bots.bot(...args),
  run: (...args: Parameters<Bots["run"]>) => bots.run(...args),
  start: (...args: Parameters<Bots["start"]>) => bots.start(...args),
  stop: (...args: Parameters<Bots["stop"]>) => bots.stop(...args),
  take: () => bots.take(),
  killBorder: () => bots.killBorder(),
  /** Gives the machine an address. */
  address(address: string): void {
    execFileSync("ip", ["address", "add", `${address}/32`, "dev", "lo"]);
  },
  async abstract(name: string): Promise<void> {
    await once(createServer().listen(`\0${name}`), "listening");
  },
  async ask(request: Parameters<Connection["ask"]>[0]): Promise<unknown> {
    return (await bare.border).ask(request);
  },
  /**
   * Cuts everything, and connects it again after a time. Returns for how many milliseconds servers received bytes after
   * the cut was asked for, and whether any came once all their connections had ended.
   */
  async cutFor(id: string, ms: number): Promise<{ after: number; leaked: boolean }> {
    const border = await bare.border;
    const at = performance.now();
    while (lastByte < at) await nextTick(1);
    const cutAt = performance.now();
    await border.ask({ do: "cut", launch: id, cut: "all" });
    while (connected > 0) await nextTick(1);
    const ended = performance.now();
    await nextTick(ms);
    const found = { after: Math.max(0, lastByte - cutAt), leaked: lastByte > ended || connected > 0 };
    await border.ask({ do: "cut", launch: id, cut: [] });
    return found;
  },
  async connect(id: string, port: number): Promise<string> {
    const socket = await (await bare.border).connect(id, "127.0.0.1", port);
    socket.end("GET / HTTP/1.1\r\n\r\n");
    let text = "";
    try {
      for await (const bytes of socket) text += bytes;
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code);
    }
    return text;
  },
  border: async () => (await bare.border).pid,
  flooded: () => flooded,
  borderMemory: async () => memoryOf((await bare.border).pid),
  async end(): Promise<void> {
    await bots.end();
    setImmediate(() => process.exit(0));
  },
};

export type Commands = typeof commands;

serve(commands);
