import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { encodeKey } from "@botyard/core";
import { countKeys, emptyWritten, removeWritten, stateKeys } from "@botyard/runtime";
import { Counts } from "../concurrency/counts.ts";
import { PlatformError } from "../errors/platform-error.ts";
import { diskUseOf, type States, StateValueTooLargeError, stateValueBytes } from "./states.ts";

/** Listings of one user at the same time. Each reads a whole folder, also if nobody waits for it any more. */
export const mostListings = 256;
const retrySeconds = 5;

/** Returns a bot's state directory. Its content belongs to the bot. */
export function stateDirOf(dataDir: string, botId: string): string {
  return join(dataDir, "bots", botId, "state");
}

/** The state of bots in the files that they write themselves. */
export function statesIn(dataDir: string): States {
  const dirOf = (botId: string) => stateDirOf(dataDir, botId);
  const listings = new Counts();
  return {
    async list({ bot_id, owner_id }, page) {
      if (listings.of(owner_id) >= mostListings) throw tooManyListings();
      const leave = listings.enter(owner_id);
      try {
        return await stateKeys(dirOf(bot_id), page, owner_id);
      } finally {
        leave();
      }
    },
    total: ({ bot_id, owner_id }, most) => countKeys(dirOf(bot_id), most, owner_id),
    read: (botId, key) => readState(dirOf(botId), key),
    diskUse: (botId, key) => stateDiskUse(dirOf(botId), key),
    write: (botId, key, value) => writeState(dirOf(botId), key, value),
    delete: (botId, key) => deleteState(dirOf(botId), key),
  };
}

/**
 * Returns the stored bytes of a value; `undefined` if the key does not exist or is not a regular file.
 * @throws {StateValueTooLargeError} if the value exceeds {@link stateValueBytes}
 * @throws {Error} the system error, if the file cannot be read
 */
export async function readState(stateDir: string, key: string): Promise<Buffer | undefined> {
  // The bot controls the directory: an entry may be a link to any file, or a pipe that would block.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(stateDir, `${encodeKey(key)}.json`), flags).catch(
    absent<FileHandle | undefined>(undefined),
  );
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    if (stats.size > stateValueBytes) throw new StateValueTooLargeError(key, stats.size);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Returns how many bytes of the disk become free with a value; 0 if the key does not exist or cannot be examined. */
async function stateDiskUse(stateDir: string, key: string): Promise<number> {
  const path = join(stateDir, `${encodeKey(key)}.json`);
  const stats = await lstat(path).catch(() => undefined);
  // A file with another name stays. One with holes, which only a bot writes, uses less than its length.
  if (!stats?.isFile() || stats.nlink > 1) return 0;
  return Math.min(diskUseOf(stats.size), Math.max(diskUseOf(0), stats.blocks * 512));
}

/** Replaces a value. The caller must have checked that it is JSON, within the limit, and that the bot is stopped. */
export async function writeState(stateDir: string, key: string, value: Uint8Array): Promise<void> {
  const name = `${encodeKey(key)}.json`;
  await mkdir(dirname(stateDir), { recursive: true, mode: 0o711 });
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const temporary = join(stateDir, `.tmp-${encodeKey(key)}-${randomBytes(8).toString("hex")}`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(value);
      await matchOwner(file, stateDir);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(stateDir, name)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EISDIR") throw error;
      // A folder with that name is not a key [ST-4]; remove it to make way for one.
      await removeWritten(join(stateDir, name));
      await rename(temporary, join(stateDir, name));
    });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(stateDir);
}

/** Deletes a key. Returns whether it existed. */
export async function deleteState(stateDir: string, key: string): Promise<boolean> {
  const path = join(stateDir, `${encodeKey(key)}.json`);
  // A folder or a link with that name is not a key [ST-4].
  if (!(await lstat(path).catch(absent(undefined)))?.isFile()) return false;
  const removed = await unlink(path).then(() => true, absent(false));
  if (removed) await syncDirectory(stateDir);
  return removed;
}

/** Removes temporary files of writers that were killed. Call only while no process of the bot is alive [ST-18]. */
export async function removeTemporaryFiles(stateDir: string, owner?: string): Promise<void> {
  // A bot whose folder cannot be changed must still start and stop.
  await emptyWritten(stateDir, ".tmp-", owner).catch(() => {});
}

/** The bot may run as a different user, which must be able to read and replace values that the platform writes. */
async function matchOwner(file: FileHandle, stateDir: string): Promise<void> {
  const directory = await lstat(stateDir);
  const own = await file.stat();
  if (directory.uid !== own.uid || directory.gid !== own.gid) await file.chown(directory.uid, directory.gid);
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const tooManyListings = () =>
  new PlatformError(
    "rate_limited",
    `${mostListings} listings of the state of your bots are in progress, which is the limit. Retry in ${retrySeconds} s.`,
    { headers: { "retry-after": `${retrySeconds}` } },
  );

function absent<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    // A link in place of the file also counts as a missing key.
    if (error.code === "ENOENT" || error.code === "ELOOP" || error.code === "ENXIO") return instead;
    throw error;
  };
}
