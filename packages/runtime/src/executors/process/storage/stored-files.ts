import { LaunchError, type LaunchSpec } from "../../../executor.ts";
import { apart } from "../../../folders/apart.ts";
import { isQuery } from "../isolation/isolation.ts";
import { reasonOf } from "./obstacles.ts";

/**
 * Prepares the cache folder of a launch for a user of this machine. Refuses to start a bot that has stored too many files:
 * it would be killed at once, again and again.
 * @throws {LaunchError} `limit_exceeded`; `spawn_failed` if they cannot be counted
 */
export async function openStorage(spec: LaunchSpec, uid: number): Promise<void> {
  const { ownerId, botId, cacheDir, limits } = spec;
  // A query can only read the state.
  const stateDir = isQuery(spec) ? undefined : spec.stateDir;
  const folders = { stateDir, cacheDir, limits };
  const used = await apart(ownerId ?? botId, "openStorage", folders, uid).catch((error: Error) => {
    const why = `The bot's state and cache cannot be measured (${reasonOf(error)}).`;
    throw new LaunchError("spawn_failed", why, { cause: error });
  });
  if (limits.files === undefined || used <= limits.files) return;
  throw new LaunchError(
    "limit_exceeded",
    `The bot's state and cache have at least ${used} files and folders; the limit is ${limits.files}.`,
    { limit: { name: "files", used, allowed: limits.files } },
  );
}
