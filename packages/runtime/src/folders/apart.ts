import { Worker } from "node:worker_threads";
import type { Jobs } from "./jobs.ts";
import type { Done, Job } from "./thread.ts";

const file = import.meta.url.endsWith(".ts") ? "./thread.ts" : "./folders/thread.js";
/** Jobs of one kind at the same time: each holds a few descriptors. */
const together = 4;
const memoryMb = 256;

interface Waiting {
  resolve(found: unknown): void;
  reject(error: Error): void;
}

/** The thread ended before it had done a job. */
export class FolderThreadError extends Error {
  readonly code = "FOLDER_THREAD_ENDED";
  constructor(cause?: Error) {
    super("The thread that works on the files of bots ended unexpectedly.", { cause });
    this.name = "FolderThreadError";
  }
}

let thread: Worker | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();
const turns = new Map<string, { running: number; queue: (() => void)[] }>();

/**
 * Does a job in the thread for files, of which this process has one: a bot may have any number of files, and no other work
 * waits for them. Jobs take turns, a slice at a time. An error has the `code` of the job's error.
 */
export async function apart<Name extends keyof Jobs>(
  name: Name,
  ...given: Parameters<Jobs[Name]>
): Promise<Awaited<ReturnType<Jobs[Name]>>> {
  const turn = turns.get(name) ?? { running: 0, queue: [] };
  turns.set(name, turn);
  if (turn.running < together) turn.running++;
  else await new Promise<void>((resolve) => turn.queue.push(resolve));
  try {
    return (await send(name, given)) as Awaited<ReturnType<Jobs[Name]>>;
  } finally {
    const next = turn.queue.shift();
    if (next) next();
    else turn.running--;
  }
}

function send(name: Job["name"], given: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = ++last;
    const to = started();
    waiting.set(id, { resolve, reject });
    to.ref();
    to.postMessage({ id, name, given } satisfies Job);
  });
}

function started(): Worker {
  if (thread) return thread;
  const begun = new Worker(new URL(file, import.meta.url), {
    execArgv: [],
    // No secrets of the platform: it needs none.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
  });
  thread = begun;
  begun.on("message", take);
  begun.on("error", failed);
  begun.on("exit", () => thread === begun && failed());
  begun.unref();
  return begun;
}

function take(done: Done): void {
  const asked = waiting.get(done.id);
  waiting.delete(done.id);
  if (waiting.size === 0) thread?.unref();
  if (!asked) return;
  if ("found" in done) asked.resolve(done.found);
  else asked.reject(Object.assign(new Error(done.error.message), done.error));
}

/** The next job starts another thread. */
function failed(error?: Error): void {
  thread = undefined;
  const left = [...waiting.values()];
  waiting.clear();
  for (const { reject } of left) reject(new FolderThreadError(error));
}
