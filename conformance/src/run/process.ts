import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Observation, Step, Stream } from "../model.ts";
import { killLeftOver } from "./left-over.ts";

/** A process with more output is killed; no case expects so much. */
const mostOutput = 8 * 1024 * 1024;

export interface Started {
  command: string[];
  cwd: string;
  env: Record<string, string>;
  streams: Step["streams"];
  /** Folder of the streams' files. */
  kept: string;
  /** The case's folder. */
  dir: string;
  /** Time limit in milliseconds. */
  limit: number;
}

/** One process of a testee, in its own session and with a time limit. */
export class Process {
  readonly #started: Started;
  readonly #child: ChildProcess;
  readonly #piped: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
  #exit: Observation["exit"] | undefined;
  #tooLate = false;
  readonly ended: Promise<Observation["exit"]>;
  leftOver: string[] = [];
  /** Why it could not be started. */
  problem: Error | undefined;

  constructor(started: Started) {
    this.#started = started;
    const { command, cwd, env, streams, kept } = started;
    const out = target(streams.stdout, join(kept, "stdout"));
    const err = target(streams.stderr, join(kept, "stderr"));
    this.#child = spawn(command[0]!, command.slice(1), {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", out, err],
    });
    for (const end of [out, err]) if (typeof end === "number") closeSync(end);
    this.#take("stdout");
    this.#take("stderr");
    this.ended = this.#watch();
  }

  get isOver(): boolean {
    return this.#exit !== undefined;
  }

  /** Whether the time limit was reached. */
  get isLate(): boolean {
    return this.#tooLate;
  }

  /** Sends a signal to the main process only, as the platform does. */
  signal(name: string): void {
    if (!this.isOver) this.#child.kill(name as NodeJS.Signals);
  }

  /** Returns its output as Latin-1 text; null if it exceeds the limit. That of an unread pipe is lost. */
  output(stream: "stdout" | "stderr"): string | null {
    if (this.#started.streams[stream] === "unread") return "";
    if (this.#started.streams[stream] !== "file") {
      return this.#piped[stream].length > mostOutput ? null : this.#piped[stream];
    }
    const file = join(this.#started.kept, stream);
    return statSync(file).size > mostOutput ? null : readFileSync(file, "latin1");
  }

  #take(name: "stdout" | "stderr"): void {
    const pipe = this.#child[name];
    pipe?.setEncoding("latin1").on("data", (text: string) => {
      if (this.#piped[name].length <= mostOutput) this.#piped[name] += text;
      else this.#kill();
    });
  }

  async #watch(): Promise<Observation["exit"]> {
    const { limit, streams, kept, dir } = this.#started;
    const timer = setTimeout(() => {
      this.#tooLate = true;
      this.#kill();
    }, limit);
    const files = (["stdout", "stderr"] as const).filter((name) => streams[name] === "file");
    const sizes = setInterval(() => {
      if (files.some((name) => statSync(join(kept, name)).size > mostOutput)) this.#kill();
    }, 50);
    const exit = await new Promise<Observation["exit"]>((resolve) => {
      // Kept in `problem` and thrown later, so that waiting for the end never rejects.
      this.#child.once("error", (error) => {
        this.problem = error;
        resolve({ code: 127 });
      });
      this.#child.once("exit", (code, signal) => resolve(code === null ? { signal: signal! } : { code }));
    }).finally(() => {
      clearTimeout(timer);
      clearInterval(sizes);
    });
    // Processes left running hold the pipes open: kill them before reading the pipes to the end.
    if (this.#child.pid !== undefined) this.leftOver = killLeftOver(this.#child.pid, kept, dir);
    await Promise.all([drained(this.#child.stdout), drained(this.#child.stderr)]);
    this.#exit = this.#tooLate ? { timeout: true } : exit;
    return this.#exit;
  }

  #kill(): void {
    try {
      process.kill(-this.#child.pid!, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL");
    }
  }
}

function target(stream: Stream, file: string): number | "pipe" {
  if (stream === "full") return openSync("/dev/full", "w");
  if (stream === "broken") return brokenPipe(file);
  if (stream === "unread") return unreadPipe(file);
  return stream === "file" ? openSync(file, "w") : "pipe";
}

/** Returns the write end of a pipe whose reader is closed. */
function brokenPipe(path: string): number {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, "w");
  closeSync(reader);
  return writer;
}

/** Returns both ends of a pipe in one descriptor, so that it has a reader until the process ends. */
function unreadPipe(path: string): number {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
  return openSync(path, constants.O_RDWR);
}

function drained(pipe: NodeJS.ReadableStream | null): Promise<void> {
  const stream = pipe as (NodeJS.ReadableStream & { closed: boolean }) | null;
  if (!stream || stream.closed) return Promise.resolve();
  return new Promise((resolve) => stream.once("close", resolve));
}
