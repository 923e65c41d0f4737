import { builtin } from "./builtin.ts";

const lockName = "@botyard/sdk stream lock";
// A thread that is terminated during a write never releases the lock, so waiting for it is limited.
const patienceMs = 5000;

/** A lock that lets only one thread of the process at a time write to the streams. */
export type StreamLock = {
  /** Waits for the lock; returns false if it was taken from a thread that may have written half a line. */
  acquire(): boolean;
  release(): void;
};

/**
 * Returns the lock that this thread shares with the threads that it starts from now on, and with the thread that started
 * it if that one has loaded the SDK. A long line is written to a pipe in several parts, and no other line may come
 * between them [MET-1].
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
