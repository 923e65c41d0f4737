import { createContext, Script } from "node:vm";

interface Room {
  context: { work: unknown };
  script: Script;
}

/** Made when it is first needed: a context takes as long to make as this whole package to load. */
let room: Room | undefined;

function openRoom(): Room {
  return {
    context: createContext({ work: undefined as unknown }) as Room["context"],
    script: new Script("work()"),
  };
}

/** Work that exceeded its time limit. */
export class TimeExceeded extends Error {}

/** Number of attempts, each with twice the time, for work that was interrupted while the thread had little CPU time. */
const attempts = 4;

/**
 * Runs synchronous work whose cost depends on an untrusted file, and interrupts it after `milliseconds`.
 * `node:vm` is the only way in Node to interrupt a loop of the same thread; the work still runs in the caller's context.
 * If the thread got too little CPU time, the work is run again, so it must be repeatable.
 * @throws {TimeExceeded} if the work takes longer
 * @throws {Error} whatever the work throws
 */
export function runBounded<Result>(milliseconds: number, work: () => Result): Result {
  for (let attempt = 1; ; attempt++) {
    const before = processorTime();
    try {
      return runOnce(milliseconds * 2 ** (attempt - 1), work);
    } catch (error) {
      const hadProcessor = processorTime() - before >= milliseconds * 0.9;
      if (!(error instanceof TimeExceeded) || hadProcessor || attempt === attempts) throw error;
    }
  }
}

/** CPU time of this thread in milliseconds; before Node 23.9 that of the whole process. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

function runOnce<Result>(milliseconds: number, work: () => Result): Result {
  let result: Result | undefined;
  room ??= openRoom();
  const { context, script } = room;
  const outer = context.work;
  context.work = () => {
    result = work();
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
    return result as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw new TimeExceeded(`The work took longer than ${milliseconds} ms.`);
    }
    throw error;
  } finally {
    context.work = outer;
  }
}
