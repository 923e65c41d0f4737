import { watch } from "node:fs";

/** What a bot, an editor or an installer writes into a bot's folder all the time. */
const noise =
  /(^|\/)(\.botyard|\.git|node_modules|__pycache__|\.venv|vendor|\.state|[^/]*~|[^/]*\.sw[px]|4913)(\/|$)/;
const gatherMs = 150;

/** Calls `changed` with a file's name soon after files of the folder changed; several changes at once are one. */
export function watchFolder(dir: string, changed: (file: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { recursive: true }, (_event, name) => {
    const file = String(name ?? "").replaceAll("\\", "/");
    if (noise.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, gatherMs, file);
  });
  // A folder that goes away ends the watch, not the command.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
