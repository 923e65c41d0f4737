import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A platform in a process of its own, which a test measures from outside. */
export interface Served {
  url: string;
  port: number;
  key: string;
  process: ChildProcess;
  /** Everything that it has logged, by the line. */
  log: string[];
  /** Resident memory, in bytes. */
  memory(): number;
  /** Bytes that it has read, from files and connections. */
  bytesRead(): number;
  openFiles(): number;
  /** Connections of clients. */
  connections(): number;
  close(): Promise<void>;
}

/** @param prefix a command that executes its arguments, such as `prlimit` */
export async function serve(
  env: Record<string, string> = {},
  prefix: readonly string[] = [],
): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), "botyard-served-"));
  const script = join(import.meta.dirname, "served-process.ts");
  // As `platform serve` does.
  const command = [...prefix, process.execPath, "--max-semi-space-size=4", script, dataDir];
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const log: string[] = [];
  child.stderr.on("data", (data) => log.push(...String(data).split("\n").filter(Boolean)));
  const [first] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(log.join("\n")))),
  ])) as [Buffer];
  const url = String(first).trim();
  const ofProcess = (file: string, name: string) =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${child.pid}/${file}`, "utf8"))![1],
    );
  return {
    url,
    port: Number(new URL(url).port),
    key: readFileSync(join(dataDir, "admin.key"), "utf8").trim(),
    process: child,
    log,
    memory: () => ofProcess("status", "VmRSS") * 1024,
    bytesRead: () => ofProcess("io", "rchar"),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    connections: () => connectionsTo(Number(new URL(url).port)),
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns how many connections of this machine a port has accepted and not closed. */
function connectionsTo(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  // The states of a connection that this end has not closed: ESTABLISHED and CLOSE_WAIT.
  return rows.filter((row) => {
    const [, from, , state] = row.trim().split(/\s+/);
    return from?.endsWith(local) && (state === "01" || state === "08");
  }).length;
}

/** A connection that sends bytes and keeps what it receives. */
export class Wire {
  readonly socket: Socket;
  /** Everything that was received. */
  received = "";
  /** Becomes true when the platform has closed the connection. */
  isClosed = false;

  /** @param from the address that it connects from */
  constructor(port: number, from?: string) {
    this.socket = connect({ port, host: "127.0.0.1", ...(from && { localAddress: from }) });
    this.socket.on("data", (data) => {
      this.received += data;
    });
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => {
      this.isClosed = true;
    });
  }

  get status(): number | undefined {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1]) || undefined;
  }

  /** Sends the bytes `times` times, until there is an answer, or they have not been taken for a second. */
  async send(bytes: string | Buffer, times = 1): Promise<void> {
    for (let n = 0; n < times && this.received === "" && !this.isClosed; n++) {
      if (this.socket.write(bytes)) continue;
      await once(this.socket, "drain", { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    }
  }
}
