import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import module from "node:module";
import type { Checks } from "./checks.ts";
import type { Done, Job } from "./checks-process.ts";

/** A check did not end in time; its process was stopped. */
export class CheckTimeoutError extends Error {
  readonly code = "check_timeout";

  constructor(milliseconds: number) {
    super(`Checking takes longer than ${milliseconds} ms.`);
    this.name = "CheckTimeoutError";
  }
}

/**
 * Time limits of the checks, in milliseconds. A package of the largest size takes minutes on a slow disk; the checks
 * themselves interrupt slow schemas much earlier.
 */
const deadlines: Partial<Record<Job["check"], number>> = { validateConfig: 60_000 };
const longestMs = 10 * 60_000;
/** A process without a check ends after this time, because it takes 60 MB. */
const idleMs = 10_000;

const file = import.meta.url.endsWith(".ts") ? "./checks-process.ts" : "./checks-process.js";

interface Waiting {
  resolve(found: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * Runs the checks in one process of their own, so that no upload and no schema holds up the caller or takes its memory. The
 * process starts with the first check and ends when there was none for a while.
 */
export class ChecksApart implements Checks {
  readonly #deadlineMs: number | undefined;
  readonly #idleMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #process: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(times: { deadlineMs?: number; idleMs?: number } = {}) {
    this.#deadlineMs = times.deadlineMs;
    this.#idleMs = times.idleMs ?? idleMs;
  }

  checkArchive: Checks["checkArchive"] = (...given) => this.#run("checkArchive", given);
  unpackAccepted: Checks["unpackAccepted"] = (...given) => this.#run("unpackAccepted", given);
  receiveContents: Checks["receiveContents"] = (...given) => this.#run("receiveContents", given);
  publishContents: Checks["publishContents"] = (...given) => this.#run("publishContents", given);
  readList: Checks["readList"] = (...given) => this.#run("readList", given);
  checkStoredList: Checks["checkStoredList"] = (...given) => this.#run("checkStoredList", given);
  absentContents: Checks["absentContents"] = (...given) => this.#run("absentContents", given);
  makeTree: Checks["makeTree"] = (...given) => this.#run("makeTree", given);
  inspectTree: Checks["inspectTree"] = (...given) => this.#run("inspectTree", given);
  digestsOf: Checks["digestsOf"] = (...given) => this.#run("digestsOf", given);
  addBytecode: Checks["addBytecode"] = (...given) => this.#run("addBytecode", given);
  removeBytecode: Checks["removeBytecode"] = (...given) => this.#run("removeBytecode", given);
  validateConfig: Checks["validateConfig"] = (...given) => this.#run("validateConfig", given);

  /** Ends the process; unfinished checks fail. */
  async close(): Promise<void> {
    await this.#end(new Error("The checks were stopped."));
  }

  #run<Found>(check: Job["check"], given: unknown[]): Promise<Found> {
    return new Promise<Found>((resolve, reject) => {
      const process = this.#started();
      const id = ++this.#last;
      const deadlineMs = this.#deadlineMs ?? deadlines[check] ?? longestMs;
      const late = () => void this.#end(new CheckTimeoutError(deadlineMs));
      const timer = setTimeout(late, deadlineMs);
      this.#waiting.set(id, { resolve: resolve as (found: unknown) => void, reject, timer });
      clearTimeout(this.#idle);
      process.ref();
      process.channel?.ref();
      process.send({ id, check, given } satisfies Job, (error) => error && void this.#end(error));
    });
  }

  #started(): ChildProcess {
    if (this.#process) return this.#process;
    const cache = module.getCompileCacheDir?.();
    const started = fork(new URL(file, import.meta.url), [], {
      serialization: "advanced",
      execArgv: ["--max-semi-space-size=4"],
      // No secrets of the caller: it reads what users send.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process = started;
    started.on("message", (done: Done) => this.#take(done));
    const failed = (error: Error) => this.#process === started && void this.#end(error);
    started.on("error", failed);
    started.on("exit", (code, signal) =>
      failed(new Error(`The process of the checks ended unexpectedly (${signal ?? code}).`)),
    );
    return started;
  }

  #take(done: Done): void {
    const waiting = this.#waiting.get(done.id);
    if (!waiting) return;
    this.#waiting.delete(done.id);
    clearTimeout(waiting.timer);
    if (this.#waiting.size === 0) this.#rest();
    if ("found" in done) waiting.resolve(done.found);
    else waiting.reject(Object.assign(new Error(done.error.message), done.error));
  }

  /** An idle process does not keep the caller running. */
  #rest(): void {
    this.#process?.unref();
    this.#process?.channel?.unref();
    this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref();
  }

  async #end(why: Error): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    clearTimeout(this.#idle);
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer } of unanswered) clearTimeout(timer);
    // The caller may remove what a check has written, so it must not write any more.
    if (process && process.exitCode === null && process.signalCode === null && process.pid !== undefined) {
      const ended = once(process, "exit");
      process.ref();
      process.kill("SIGKILL");
      await ended;
    }
    for (const { reject } of unanswered) reject(why);
  }
}
