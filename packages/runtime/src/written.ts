import { apart } from "./folders/apart.ts";
import type { FolderUse, Most } from "./folders/measure.ts";
import type { StateKey } from "./folders/state-keys.ts";

/**
 * Removes what a bot has written: a file, or a folder with everything in it. Does nothing if it is missing. Works with
 * any names and depths, and with folders that a bot has made read-only. Follows no links.
 * @throws {Error} the system error
 */
export const removeWritten = (path: string): Promise<void> => apart("removeTree", path);

/** As {@link removeWritten}, for the entries of a folder whose names begin with `prefix`, all by default. */
export const emptyWritten = (folder: string, prefix = ""): Promise<void> =>
  apart("emptyFolder", folder, prefix);

/**
 * Measures what is in folders that a bot has written, together; those that are missing count nothing. Follows no links.
 * @throws {Error} the system error, if something cannot be read
 */
export const measureWritten = (folders: readonly string[], most: Most): Promise<FolderUse> =>
  apart("measureFolders", folders, most);

/** Returns up to `limit` keys of a state folder after `after`, sorted by their UTF-8 bytes; none if there is no folder. */
export const stateKeys = (
  folder: string,
  page: { after?: string | undefined; limit: number },
): Promise<StateKey[]> => apart("stateKeys", folder, page);

/** Returns how many keys a state folder has, and their size; `undefined` if there are more than `most`. */
export const countKeys = (
  folder: string,
  most: number,
): Promise<{ keys: number; bytes: number } | undefined> => apart("countKeys", folder, most);
