import { closeSync, constants, fstatSync, openSync, readdirSync } from "node:fs";

/** A file of a bot's state, open for reading. */
export interface StateFile {
  /** Path below the state folder. */
  path: string;
  descriptor: number;
  bytes: number;
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
// Without O_NONBLOCK, opening a pipe would wait for a writer.
const fileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens the files of a state folder one after another, and closes each when the next one is asked for. The bot may change
 * the folder meanwhile: nothing is opened through a link, so that nothing outside of it is read. A file that is replaced
 * is read as it was, or as it is.
 */
export function* stateFiles(folder: string, skipped: (path: string) => void): Generator<StateFile> {
  const descriptor = openOrNone(folder, folderFlags);
  if (descriptor === undefined) return;
  try {
    yield* filesBelow(descriptor, "", skipped);
  } finally {
    closeSync(descriptor);
  }
}

const deepest = 32;

function* filesBelow(
  folder: number,
  before: string,
  skipped: (path: string) => void,
  depth = 0,
): Generator<StateFile> {
  const own = `/proc/self/fd/${folder}`;
  for (const name of readdirSync(own, { encoding: "buffer" })) {
    const text = name.toString("utf8");
    const path = `${before}${text}`;
    if (!Buffer.from(text, "utf8").equals(name) || depth > deepest) {
      skipped(path);
      continue;
    }
    const descriptor = openOrNone(`${own}/${text}`, fileFlags);
    // A link, a device, or a file that is gone.
    if (descriptor === undefined) continue;
    try {
      const stats = fstatSync(descriptor);
      if (stats.isDirectory()) yield* filesBelow(descriptor, `${path}/`, skipped, depth + 1);
      else if (stats.isFile()) yield { path, descriptor, bytes: stats.size };
    } finally {
      closeSync(descriptor);
    }
  }
}

function openOrNone(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ELOOP", "ENOTDIR", "ENXIO", "EACCES"].includes(code)) return undefined;
    throw error;
  }
}
