import { Worker } from "node:worker_threads";
import type { Checks } from "./checks.ts";
import type { Done, Job } from "./checks-thread.ts";

/** A check did not end in time; its thread was stopped. */
export class CheckTimeoutError extends Error {
  readonly code = "check_timeout";

  constructor(milliseconds: number) {
    super(`Checking takes longer than ${milliseconds} ms.`);
    this.name = "CheckTimeoutError";
  }
}

/** Time limit of a check, in milliseconds; the checks themselves interrupt slow schemas much earlier. */
const deadlineMs = 60_000;

const file = import.meta.url.endsWith(".ts") ? "./checks-thread.ts" : "./checks-thread.js";

interface Waiting {
  resolve(found: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Runs the checks in one thread of their own, so that no upload and no schema holds up the caller. */
export class ChecksApart implements Checks {
  readonly #milliseconds: number;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #last = 0;

  constructor({ deadlineMs: milliseconds = deadlineMs }: { deadlineMs?: number } = {}) {
    this.#milliseconds = milliseconds;
  }

  checkArchive: Checks["checkArchive"] = (...given) => this.#run("checkArchive", given);
  validateConfig: Checks["validateConfig"] = (...given) => this.#run("validateConfig", given);

  /** Ends the thread; unfinished checks fail. */
  async close(): Promise<void> {
    await this.#end(new Error("The checks were stopped."));
  }

  #run<Found>(check: Job["check"], given: unknown[]): Promise<Found> {
    return new Promise<Found>((resolve, reject) => {
      const thread = this.#started();
      const id = ++this.#last;
      const late = () => void this.#end(new CheckTimeoutError(this.#milliseconds));
      const timer = setTimeout(late, this.#milliseconds);
      this.#waiting.set(id, { resolve: resolve as (found: unknown) => void, reject, timer });
      thread.ref();
      thread.postMessage({ id, check, given } satisfies Job);
    });
  }

  #started(): Worker {
    if (this.#thread) return this.#thread;
    const thread = new Worker(new URL(file, import.meta.url));
    this.#thread = thread;
    thread.on("message", (done: Done) => this.#take(done));
    thread.on("error", (error) => void this.#end(error as Error));
    return thread;
  }

  #take(done: Done): void {
    const waiting = this.#waiting.get(done.id);
    if (!waiting) return;
    this.#waiting.delete(done.id);
    clearTimeout(waiting.timer);
    // An idle thread does not keep the process running.
    if (this.#waiting.size === 0) this.#thread?.unref();
    if ("found" in done) waiting.resolve(done.found);
    else waiting.reject(Object.assign(new Error(done.error.message), done.error));
  }

  async #end(why: Error): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer } of unanswered) clearTimeout(timer);
    // The caller may remove what a check has written, so it must not write any more.
    await thread?.terminate();
    for (const { reject } of unanswered) reject(why);
  }
}
