import { rmdirSync, unlinkSync } from "node:fs";
import { Descent, isGone, needs } from "./descent.ts";
import { Slices } from "./slices.ts";

/** Folders of one folder that are remembered at a time. */
const together = 1_000;
/** How often folders may be filled again while they are emptied. */
const mostRefills = 100;

interface Level {
  /** Its name in the folder above; absent for the first. */
  name?: Buffer;
  /** Folders in it that are to be emptied. */
  folders: Buffer[];
  /** False if it is to be read again. */
  isComplete: boolean;
}

/**
 * Removes a file, or a folder with everything in it. Does nothing if it is missing. Follows no links.
 * @throws {Error} the system error
 */
export async function removeTree(path: string): Promise<void> {
  if (removed(path)) return;
  await emptyFolder(path);
  if (!removed(path)) throw beingFilled();
}

/**
 * Removes everything in a folder, or only the entries whose names begin with `prefix`. Does nothing if it is missing.
 * @throws {Error} the system error
 */
export async function emptyFolder(folder: string, prefix = ""): Promise<void> {
  const at = Descent.into(folder, needs.changing);
  if (!at) return;
  const slices = new Slices();
  const start = Buffer.from(prefix);
  let refills = 0;
  /** Removes what can be removed at once, and returns the folders that are left. */
  const read = async (isFirst: boolean): Promise<Omit<Level, "name">> => {
    const folders: Buffer[] = [];
    for (const entry of at.entries()) {
      const { name } = entry;
      if (isFirst && !name.subarray(0, start.length).equals(start)) continue;
      if (!removed(at.path(name), entry.isDirectory())) folders.push(name);
      if (folders.length === together) return { folders, isComplete: false };
      if (slices.isOver()) await slices.turn();
    }
    return { folders, isComplete: true };
  };
  try {
    const levels: Level[] = [await read(true)];
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const name = level.folders.pop();
      if (name !== undefined && at.enter(name)) levels.push({ name, ...(await read(false)) });
      else if (name !== undefined) level.isComplete = false;
      else if (!level.isComplete) Object.assign(level, await read(levels.length === 1));
      else {
        levels.pop();
        const above = levels.at(-1);
        if (!above || level.name === undefined) continue;
        at.leave();
        if (removed(at.path(level.name), true)) continue;
        above.isComplete = false;
        if (++refills > mostRefills) throw beingFilled();
      }
    }
  } finally {
    at.close();
  }
}

/** Removes a file, link or empty folder. Returns false if it is a folder that is not empty. */
function removed(path: string | Buffer, isFolder = false): boolean {
  try {
    if (isFolder) rmdirSync(path);
    else unlinkSync(path);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!isFolder && code === "EISDIR") return removed(path, true);
    if (isFolder && ["ENOTEMPTY", "EEXIST"].includes(code)) return false;
    // A folder can be replaced by a file while it is removed: it is seen again.
    if (isFolder && code === "ENOTDIR") return false;
    if (isGone(error)) return true;
    throw error;
  }
}

function beingFilled(): Error {
  return Object.assign(new Error("ENOTEMPTY: the folder is filled while it is removed"), {
    code: "ENOTEMPTY",
  });
}
