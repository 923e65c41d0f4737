import { createContext, Script } from "node:vm";

const context = createContext({ work: undefined as unknown });
const script = new Script("work()");

/** Work took longer than it may. */
export class TimeExceeded extends Error {}

/** So often, with twice the time each, is work begun anew that was ended while others had the processor. */
const attempts = 4;

/**
 * Runs synchronous work that a stranger's file decides the cost of, and ends it after `milliseconds`.
 * A virtual machine context is the one thing in Node that can interrupt a loop of its own thread; the work itself
 * keeps running in the caller's context. What a busy machine takes for others is not the work's fault: then it begins
 * anew, so it must be work that can.
 * @throws TimeExceeded after that time, else whatever the work throws.
 */
export function runBounded<Result>(milliseconds: number, work: () => Result): Result {
  for (let attempt = 1; ; attempt++) {
    const before = processorTime();
    try {
      return runOnce(milliseconds * 2 ** (attempt - 1), work);
    } catch (error) {
      const wasAtWork = processorTime() - before >= milliseconds * 0.9;
      if (!(error instanceof TimeExceeded) || wasAtWork || attempt === attempts) throw error;
    }
  }
}

/** Milliseconds that this thread has had the processor; before Node 23.9 those of the whole process. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

function runOnce<Result>(milliseconds: number, work: () => Result): Result {
  let result: Result | undefined;
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
