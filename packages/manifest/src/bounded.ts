import { createContext, Script } from "node:vm";

const context = createContext({ work: undefined as unknown });
const script = new Script("work()");

/** Work took longer than it may. */
export class TimeExceeded extends Error {}

/**
 * Runs synchronous work that a stranger's file decides the cost of, and ends it after `milliseconds`.
 * A virtual machine context is the one thing in Node that can interrupt a loop of its own thread; the work itself
 * keeps running in the caller's context.
 * @throws TimeExceeded after that time, else whatever the work throws.
 */
export function runBounded<Result>(milliseconds: number, work: () => Result): Result {
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
