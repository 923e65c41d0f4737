import { builtin } from "./builtin.ts";

const lockName = "@botyard/sdk stream lock";
// A thread that was terminated inside a write never releases; longer than this nobody waits for it.
const patienceMs = 5000;

/** Lets one thread of the process at a time write to the streams. */
export type StreamLock = {
  /** Waits for its turn; false when it took the lock from a thread that may have left half a line. */
  acquire(): boolean;
  release(): void;
};

/**
 * The lock that this thread shares with the thread it was started by, if that has loaded the SDK, and with those that it
 * starts from now on. A pipe takes a long line in pieces, and another thread's line must not come between them [MET-1].
 */
export function sharedStreamLock(): StreamLock {
  const { getEnvironmentData, setEnvironmentData } = builtin("node:worker_threads");
  const inherited: unknown = getEnvironmentData(lockName);
  const memory = inherited instanceof SharedArrayBuffer ? inherited : new SharedArrayBuffer(4);
  if (memory !== inherited) setEnvironmentData(lockName, memory as never);
  const held = new Int32Array(memory);
  return {
    acquire() {
      while (Atomics.compareExchange(held, 0, 0, 1) !== 0) {
        if (Atomics.wait(held, 0, 1, patienceMs) === "timed-out") return false;
      }
      return true;
    },
    release() {
      Atomics.store(held, 0, 0);
      Atomics.notify(held, 0, 1);
    },
  };
}
