import { LaunchError, type LaunchSpec } from "../../executor.ts";
import { apart } from "../../folders/apart.ts";
import { reasonOf } from "./storage-obstacles.ts";

/**
 * Refuses to start a bot that has stored too many files: it would be killed at once, again and again.
 * @throws {LaunchError} `limit_exceeded`; `spawn_failed` if they cannot be counted
 */
export async function checkStoredFiles({ stateDir, cacheDir, limits }: LaunchSpec): Promise<void> {
  const { files } = limits;
  if (files === undefined) return;
  const folders = cacheDir === undefined ? [stateDir] : [stateDir, cacheDir];
  const used = await apart("countFiles", folders, files).catch((error: Error) => {
    const why = `The bot's state and cache cannot be measured (${reasonOf(error)}).`;
    throw new LaunchError("spawn_failed", why, { cause: error });
  });
  if (used <= files) return;
  throw new LaunchError(
    "limit_exceeded",
    `The bot's state and cache have at least ${used} files and folders; the limit is ${files}.`,
    { limit: { name: "files", used, allowed: files } },
  );
}
