import { Worker } from "node:worker_threads";
import type { Jobs } from "./jobs.ts";
import type { Done, Job } from "./thread.ts";
import { Turns } from "./turns.ts";

const file = import.meta.url.endsWith(".ts") ? "./thread.ts" : "./folders/thread.js";
const memoryMb = 256;
/** The owner of the platform's own jobs. */
const platform = "";
/** Jobs that only look, and whose number nothing else bounds. */
const looks: readonly Job["name"][] = ["countKeys", "measureFolders", "stateKeys"];

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
const turns = new Turns();
/** Looks that have not begun. */
const comingLooks = new Map<string, Promise<unknown>>();

/**
 * Does a job in the thread for files, of which this process has one: a bot may have any number of files, and no other work
 * waits for them. Owners take turns, with the start of jobs and with the thread, a slice at a time. A look serves everyone
 * who asks for it before it begins. An error has the `code` of the job's error.
 */
export function apart<Name extends keyof Jobs>(
  owner: string | undefined,
  name: Name,
  ...given: Parameters<Jobs[Name]>
): Promise<Awaited<ReturnType<Jobs[Name]>>> {
  type Found = Promise<Awaited<ReturnType<Jobs[Name]>>>;
  const of = owner ?? platform;
  const key = looks.includes(name) ? JSON.stringify([of, name, given]) : undefined;
  const same = key !== undefined && comingLooks.get(key);
  if (same) return same as Found;
  const done = turns.take(of, name, () => {
    if (key !== undefined) comingLooks.delete(key);
    return send(of, name, given) as Found;
  });
  if (key !== undefined) comingLooks.set(key, done);
  return done;
}

function send(owner: string, name: Job["name"], given: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = ++last;
    const to = started();
    waiting.set(id, { resolve, reject });
    to.ref();
    to.postMessage({ id, owner, name, given } satisfies Job);
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
