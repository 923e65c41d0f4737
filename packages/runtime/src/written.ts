import { apart } from "./folders/apart.ts";
import type { FolderUse, Most } from "./folders/measure.ts";
import type { StateKey } from "./folders/state-keys.ts";

// The `owner` is the user whose bot has written the files (default: the platform). The work of owners takes turns.

/**
 * Removes what a bot has written: a file, or a folder with everything in it. Does nothing if it is missing. Works with
 * any names and depths, and with folders that a bot has made read-only. Follows no links.
 * @throws {Error} the system error
 */
export const removeWritten = (path: string, owner?: string): Promise<void> =>
  apart(owner, "removeTree", path);

/** As {@link removeWritten}, for the entries of a folder whose names begin with `prefix`. */
export const emptyWritten = (folder: string, prefix: string, owner?: string): Promise<void> =>
  apart(owner, "emptyFolder", folder, prefix);

/**
 * Measures what is in folders that a bot has written, together; those that are missing count nothing. Follows no links.
 * @throws {Error} the system error, if something cannot be read
 */
export const measureWritten = (folders: readonly string[], most: Most, owner?: string): Promise<FolderUse> =>
  apart(owner, "measureFolders", folders, most);

/** Returns up to `limit` keys of a state folder after `after`, sorted by their UTF-8 bytes; none if there is no folder. */
export const stateKeys = (
  folder: string,
  page: { after?: string | undefined; limit: number },
  owner?: string,
): Promise<StateKey[]> => apart(owner, "stateKeys", folder, page);

/** Returns how many keys a state folder has, and their size; `undefined` if there are more than `most`. */
export const countKeys = (
  folder: string,
  most: number,
  owner?: string,
): Promise<{ keys: number; bytes: number } | undefined> => apart(owner, "countKeys", folder, most);
