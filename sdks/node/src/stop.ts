import { botyardError } from "@botyard/core";
import { onTermination } from "./process/termination.ts";
import { testProcess } from "./process/test-process.ts";

let asked: AbortController | undefined;
// The longest time that a timer of JavaScript can have.
const longestTimerMs = 2 ** 31 - 1;

/**
 * Returns a signal that is aborted when the platform asks the bot to stop, for whatever takes one, such as `fetch`. From
 * the first call of a function of `stop` on, SIGTERM does not end the process any more [STOP-1]: the bot ends itself, within
 * the platform's grace period (default: 10 s). Listeners of SIGTERM that the bot has itself are called as before [STOP-4].
 *
 * @throws {BotyardError} `stop.unavailable` in a worker thread [STOP-5]
 * @example
 * stop.signal().addEventListener("abort", () => log.info("asked to stop"));
 */
export function signal(): AbortSignal {
  const test = testProcess();
  if (test !== undefined) return test.stopSignal();
  if (asked === undefined) {
    const controller = new AbortController();
    try {
      onTermination(() => controller.abort());
    } catch (cause) {
      throw botyardError("stop.unavailable", { reason: (cause as Error).message }, cause);
    }
    asked = controller;
  }
  return asked.signal;
}

/**
 * Returns whether the platform has asked the bot to stop: whether the process has received SIGTERM since the first call of
 * a function of `stop` [STOP-2]. Code that runs without a pause is told of it only after its next `await`.
 *
 * @throws {BotyardError} `stop.unavailable`, as for {@link signal}
 * @example
 * for (const symbol of ["AAPL", "MSFT"]) {
 *   if (stop.requested()) break;
 *   metric("price", { symbol, value: 187.5 });
 *   await stop.wait(0);
 * }
 */
export function requested(): boolean {
  return signal().aborted;
}

/**
 * Waits, and resolves to true as soon as the platform asks the bot to stop, or to false after the time [STOP-3]. Other work
 * of the bot goes on meanwhile.
 *
 * @param seconds the longest time; what is not a number above 0 counts as 0
 * @throws {BotyardError} `stop.unavailable`, as for {@link signal}
 * @example
 * let looks = 1;
 * while (looks < 3 && !(await stop.wait(0.01))) looks += 1;
 * console.log(looks); // 3
 */
export async function wait(seconds: number): Promise<boolean> {
  let left = typeof seconds === "number" && seconds > 0 ? seconds * 1000 : 0;
  const test = testProcess();
  if (test !== undefined) return test.wait(left / 1000);
  const stopped = signal();
  do {
    const time = Math.min(left, longestTimerMs);
    await untilAborted(stopped, time);
    left -= time;
  } while (left > 0 && !stopped.aborted);
  return stopped.aborted;
}

function untilAborted(stopped: AbortSignal, milliseconds: number): Promise<void> {
  if (stopped.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stopped.addEventListener("abort", end);
  });
}
