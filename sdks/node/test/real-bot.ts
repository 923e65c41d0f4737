import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const sdkFolder = fileURLToPath(new URL("..", import.meta.url));

/** The outcome of a bot process. */
export type Ended = { exitCode: number | null; signal: string | null; stdout: string; stderr: string };

type Environment = Record<string, string | undefined>;

/** A bot in a temporary folder, which is removed when the test ends. */
export class RealBot {
  readonly directory = mkdtempSync(join(tmpdir(), "botyard-sdk-"));

  constructor(source: string) {
    mkdirSync(join(this.directory, "node_modules/@botyard"), { recursive: true });
    symlinkSync(sdkFolder, join(this.directory, "node_modules/@botyard/sdk"));
    // Sent when query.run() is fulfilled, which is when the server listens.
    writeFileSync(join(this.directory, "bot.mjs"), `${source}\nprocess.send?.("listening");\n`);
    onTestFinished(() => rmSync(this.directory, { recursive: true, force: true }));
  }

  /** Starts the bot with only the environment variables of the contract. */
  start(environment: Environment = {}, output: "pipe" | number = "pipe", extra: "ipc"[] = []): ChildProcess {
    const child = spawn(process.execPath, ["bot.mjs"], {
      cwd: this.directory,
      env: {
        PATH: process.env.PATH,
        BOT_ID: "b-1",
        BOT_CONFIG: "{}",
        CODE_MOUNT_DIR: this.directory,
        ...environment,
      },
      stdio: ["ignore", output, "pipe", ...extra],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }

  /** Runs the bot to its end. */
  run(environment: Environment = {}): Promise<Ended> {
    return ended(this.start(environment));
  }

  /** Runs a one-shot query of the bot. */
  async ask(path: string, params?: string): Promise<Ended & { answer: unknown }> {
    const end = await this.run({ QUERY_PATH: path, QUERY_PARAMS: params });
    return { ...end, answer: this.result() };
  }

  /** Starts the bot's query server on a free port and waits until it listens. */
  async serve(environment: Record<string, string> = {}): Promise<Served> {
    const port = await freePort();
    const child = this.start({ QUERY_PORT: String(port), ...environment }, "pipe", ["ipc"]);
    const end = ended(child);
    await Promise.race([
      once(child, "message"),
      end.then((outcome) => Promise.reject(new Error(JSON.stringify(outcome)))),
    ]);
    return { child, port, url: `http://127.0.0.1:${port}`, end };
  }

  /** Content of the result file; undefined if there is none. */
  result(): unknown {
    try {
      return JSON.parse(this.read("result.json"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  read(name: string): string {
    return readFileSync(join(this.directory, name), "utf8");
  }

  files(name = ""): string[] {
    return readdirSync(join(this.directory, name)).sort();
  }
}

export type Served = { child: ChildProcess; port: number; url: string; end: Promise<Ended> };

/** Waits for a process to end and collects what it wrote. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once("error", reject).once("close", (...outcome) => resolve(outcome));
  });
  return { exitCode, signal, ...output };
}

/** The lines of a stream as JSON. */
export function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Opens a TCP connection to the query server. */
export function rawConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.on("error", () => {})));
    socket.once("error", reject);
  });
}

/** Reads all bytes of a connection until the server closes it. */
export function everything(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.once("close", () => resolve(text));
  });
}
