import { type FSWatcher, statSync, watch } from "node:fs";

/** How long several writes are taken together for one call, in milliseconds. */
const gatherMs = 5;
const pollMs = 250;

/**
 * Calls `grown` soon after something was written to the file, at most once in a few milliseconds, and once at the start.
 * Where the kernel has no watches left it looks at the size instead. Returns the way to stop it.
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
