import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Observation, Step, Stream } from "../model.ts";
import { killLeftOver } from "./left-over.ts";

/** Output beyond this ends the process: no case says so much. */
const mostOutput = 8 * 1024 * 1024;

export interface Started {
  command: string[];
  cwd: string;
  env: Record<string, string>;
  streams: Step["streams"];
  /** Folder for the streams' files. */
  kept: string;
  /** The case's folder. */
  dir: string;
  /** Milliseconds. */
  limit: number;
}

/** One process of a testee: in a session of its own, with a time limit, seen to its end. */
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

  /** To its main process only, as the platform does it. */
  signal(name: string): void {
    if (!this.isOver) this.#child.kill(name as NodeJS.Signals);
  }

  /** What it wrote, as latin-1 text; null for more than any case says. */
  output(stream: "stdout" | "stderr"): string | null {
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
      // Told by whoever waits for the end; until then nobody may wait for a process that never was.
      this.#child.once("error", (error) => {
        this.problem = error;
        resolve({ code: 127 });
      });
      this.#child.once("exit", (code, signal) => resolve(code === null ? { signal: signal! } : { code }));
    }).finally(() => {
      clearTimeout(timer);
      clearInterval(sizes);
    });
    // What is left holds pipes open: first it goes, then they are read to their end.
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
  return stream === "file" ? openSync(file, "w") : "pipe";
}

/** A pipe whose reader is gone before anybody writes. */
function brokenPipe(path: string): number {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, "w");
  closeSync(reader);
  return writer;
}

function drained(pipe: NodeJS.ReadableStream | null): Promise<void> {
  const stream = pipe as (NodeJS.ReadableStream & { closed: boolean }) | null;
  if (!stream || stream.closed) return Promise.resolve();
  return new Promise((resolve) => stream.once("close", resolve));
}
