import { createContext, Script } from "node:vm";

const context = createContext({ work: undefined as unknown });
const script = new Script("work()");

/** Work took more time of the processor than it may. */
export class TimeExceeded extends Error {}

/** How many times longer than its limit a clock on the wall may run while others have the processor. */
const patience = 8;

/**
 * Runs synchronous work that a stranger's file decides the cost of, and ends it after `milliseconds` of this thread's
 * own time: on a busy machine the same work takes longer on the wall, and is begun again with more of that. So `work`
 * must be harmless to repeat from wherever it was ended.
 * @throws TimeExceeded after that time, else whatever the work throws.
 */
export function runBounded<Result>(milliseconds: number, work: () => Result): Result {
  for (let wall = milliseconds; ; wall *= 2) {
    const before = ownMilliseconds();
    try {
      return runInterruptible(wall, work);
    } catch (error) {
      const isStarved = ownMilliseconds() - before < milliseconds && wall < milliseconds * patience;
      if (!(error instanceof TimeExceeded && isStarved)) throw error;
    }
  }
}

/**
 * A virtual machine context is the one thing in Node that can interrupt a loop of its own thread; the work itself
 * keeps running in the caller's context.
 */
function runInterruptible<Result>(wall: number, work: () => Result): Result {
  let result: Result | undefined;
  const outer = context.work;
  context.work = () => {
    result = work();
  };
  try {
    script.runInContext(context, { timeout: wall });
    return result as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw new TimeExceeded(`The work took longer than ${wall} ms.`);
    }
    throw error;
  } finally {
    context.work = outer;
  }
}

/** Time that this thread has had the processor; of the whole process where Node can not tell threads apart. */
function ownMilliseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}
