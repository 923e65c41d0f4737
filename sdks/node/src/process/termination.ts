import { builtin } from "./builtin.ts";

/**
 * Calls back when the process receives SIGTERM, which then no longer ends it. Other listeners stay.
 *
 * @throws {Error} in a worker thread, where Node tells nobody of signals
 */
export function onTermination(action: () => void): void {
  if (!builtin("node:worker_threads").isMainThread)
    throw new Error("Node tells only the main thread of signals");
  // First: a listener of the bot may throw.
  process.prependListener("SIGTERM", action);
}
