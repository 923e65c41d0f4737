import { watch } from "node:fs";

/** Files that bots, editors and installers write into a bot's folder; changes to them are ignored. */
const noise =
  /(^|\/)(\.botyard|\.git|node_modules|__pycache__|\.venv|vendor|\.state|[^/]*~|[^/]*\.sw[px]|4913)(\/|$)/;
/** The folders in which cargo and CMake build. Of their many files, only the bot's programs matter. */
const buildFolder = /^target\/|^build\/(?:CMakeFiles|sdk)\//;
const gatherMs = 150;

/**
 * Calls `changed` with a file name after files in the folder changed. Changes in quick succession cause one call. Of the
 * files that cargo or CMake builds, only those of `programs` count.
 */
export function watchFolder(
  dir: string,
  programs: () => readonly string[],
  changed: (file: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { recursive: true }, (_event, name) => {
    const file = String(name ?? "").replaceAll("\\", "/");
    if (noise.test(file) || (buildFolder.test(file) && !programs().includes(file))) return;
    clearTimeout(timer);
    timer = setTimeout(changed, gatherMs, file);
  });
  // If the folder is removed, the watch ends but not the command.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
