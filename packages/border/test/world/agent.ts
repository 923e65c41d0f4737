/**
 * The part of the tests that runs in a network of its own, which has an internet: every address of 93.184.0.0/16 is one of
 * this process, and a name server knows the names of the test. It talks to the test by messages.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as nextTick } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import packet from "dns-packet";
import type { Counted, Cut, Policy } from "../../src/index.ts";
import { nameFiles } from "../../src/index.ts";
import { type Connection, connectBorder } from "../../src/platform.ts";
import { createWebServer } from "./web-server.ts";
import type { Heard, Ran } from "./world.ts";

const [folder = "", certificates = ""] = process.argv.slice(2);
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
const bots = new Map<string, ChildProcess>();
let border: Connection | undefined;

const run = (file: string, args: string[], options: { timeout?: number } = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(file, args, { timeout: 60_000, ...options }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === "number" ? error.code : -1) : 0;
      resolve({ code, stdout, stderr });
    });
  });

const resolvConf = join(folder, "resolv.conf");
writeFileSync(resolvConf, "nameserver 127.0.0.1\n");
for (const [file, ...args] of [
  ["ip", "link", "set", "lo", "up"],
  ["ip", "route", "add", "local", "93.184.0.0/16", "dev", "lo"],
  ["ip", "route", "add", "local", "10.1.2.3/32", "dev", "lo"],
  ["mount", "--bind", resolvConf, "/etc/resolv.conf"],
])
  execFileSync(file!, args);

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
    kind: "tcp" | "tls" | "web" | "greeting" | "flood",
  ): Promise<number> {
    const one = () => ({ address, port, text: "" });
    const plain = (socket: Socket) => {
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
  /** Makes the network of a bot, and a process that keeps it. */
  async bot(id: string, policy: Policy, cut: Cut = []): Promise<number> {
    border ??= await connectBorder(join(folder, "border"), (command) => command);
    const namespace = await border.make(id, { bot: id, policy, cut });
    const { hosts, resolvConf } = nameFiles(policy);
    const place = join(folder, id);
    mkdirSync(place);
    writeFileSync(join(place, "hosts"), hosts);
    writeFileSync(join(place, "resolv.conf"), resolvConf);
    const child = spawn("nsenter", [`--net=${namespace}`, "sleep", "infinity"]);
    await once(child, "spawn");
    bots.set(id, child);
    const startTime = readFileSync(`/proc/${child.pid}/stat`, "latin1").split(") ")[1]!.split(" ")[19]!;
    await border.ask({
      do: "open",
      launch: id,
      bot: id,
      process: { pid: child.pid!, startTime },
      policy,
      cut,
    });
    return child.pid!;
  },
  /** Runs a program in the network of a bot, with its files of names. */
  run(id: string, argv: string[]): Promise<Ran> {
    const script =
      'mount --bind "$1/hosts" /etc/hosts; mount --bind "$1/resolv.conf" /etc/resolv.conf; shift; exec "$@"';
    const inside = [
      `--net=/proc/${bots.get(id)!.pid}/ns/net`,
      "unshare",
      "--mount",
      "sh",
      "-c",
      script,
      "sh",
    ];
    return run("nsenter", [...inside, join(folder, id), ...argv]);
  },
  /** Starts a program in the network of a bot that runs until the end of the test. */
  start(id: string, argv: string[]): void {
    const child = spawn("nsenter", [`--net=/proc/${bots.get(id)!.pid}/ns/net`, ...argv], { stdio: "ignore" });
    bots.set(`${id} ${argv.join(" ")}`, child);
  },
  /** Gives the machine an address. */
  address(address: string): void {
    execFileSync("ip", ["address", "add", `${address}/32`, "dev", "lo"]);
  },
  async abstract(name: string): Promise<void> {
    await once(createServer().listen(`\0${name}`), "listening");
  },
  async take(): Promise<Counted[]> {
    return (await border!.ask({ do: "take" })).counted;
  },
  async ask(request: Parameters<Connection["ask"]>[0]): Promise<unknown> {
    return border!.ask(request);
  },
  /**
   * Cuts everything, and connects it again after a time. Returns for how many milliseconds servers received bytes after
   * the cut was asked for, and whether any came once all their connections had ended.
   */
  async cutFor(id: string, ms: number): Promise<{ after: number; leaked: boolean }> {
    const at = performance.now();
    while (lastByte < at) await nextTick(1);
    const cutAt = performance.now();
    await border!.ask({ do: "cut", launch: id, cut: "all" });
    while (connected > 0) await nextTick(1);
    const ended = performance.now();
    await nextTick(ms);
    const found = { after: Math.max(0, lastByte - cutAt), leaked: lastByte > ended || connected > 0 };
    await border!.ask({ do: "cut", launch: id, cut: [] });
    return found;
  },
  async connect(id: string, port: number): Promise<string> {
    const socket = await border!.connect(id, "127.0.0.1", port);
    socket.end("GET / HTTP/1.1\r\n\r\n");
    let text = "";
    try {
      for await (const bytes of socket) text += bytes;
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code);
    }
    return text;
  },
  border: () => border!.pid,
  flooded: () => flooded,
  borderMemory: () => memoryOf(border!.pid),
  async end(): Promise<void> {
    for (const child of bots.values()) child.kill("SIGKILL");
    border?.close();
    setImmediate(() => process.exit(0));
  },
};

export type Commands = typeof commands;

process.on("message", async ({ id, name, args }: { id: number; name: keyof Commands; args: never[] }) => {
  try {
    process.send!({ id, value: await (commands[name] as (...args: never[]) => unknown)(...args) });
  } catch (error) {
    process.send!({ id, error: (error as Error).message });
  }
});
process.on("disconnect", () => process.exit(0));
process.send!({ ready: true });
