import { type FSWatcher, statSync, watch } from "node:fs";

/** Writes within this time are combined into one call. */
const gatherMs = 5;
const pollMs = 250;

/**
 * Calls `grown` shortly after data was written to the file, at most once every few milliseconds, and once at the start.
 * Polls the file's size if no inotify watch is available. Returns a function that stops watching.
 */
export function watchGrowth(file: string, grown: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      grown();
    }, gatherMs).unref();
  };
  let stop = startWatch(file, wake, () => {
    stop = startPoll(file, wake);
  });
  wake();
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function startWatch(file: string, wake: () => void, failed: () => void): () => void {
  let watcher: FSWatcher;
  try {
    watcher = watch(file, { persistent: false }, wake);
  } catch {
    return startPoll(file, wake);
  }
  watcher.on("error", () => {
    watcher.close();
    failed();
  });
  return () => watcher.close();
}

function startPoll(file: string, wake: () => void): () => void {
  let size = -1;
  const timer = setInterval(() => {
    const now = statSync(file, { throwIfNoEntry: false })?.size ?? -1;
    if (now !== size) wake();
    size = now;
  }, pollMs).unref();
  return () => clearInterval(timer);
}
