import { statSync, watch } from "node:fs";

const pollMs = 250;

/**
 * Calls `grown` after the file was written to, possibly several times. Polls the file's size if no inotify watch is
 * available. Returns a function that stops watching.
 */
export function watchGrowth(file: string, grown: () => void): () => void {
  let stop: () => void;
  try {
    const watcher = watch(file, { persistent: false }, () => grown());
    watcher.on("error", () => {
      watcher.close();
      stop = poll(file, grown);
    });
    stop = () => watcher.close();
  } catch {
    stop = poll(file, grown);
  }
  return () => stop();
}

function poll(file: string, grown: () => void): () => void {
  const sizeNow = () => statSync(file, { throwIfNoEntry: false })?.size;
  let size = sizeNow();
  const timer = setInterval(() => {
    const before = size;
    size = sizeNow();
    if (size !== before) grown();
  }, pollMs).unref();
  return () => clearInterval(timer);
}
