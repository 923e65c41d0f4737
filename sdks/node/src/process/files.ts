import { basename, dirname, join } from "node:path";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "./fs.ts";

/**
 * Returns whether a path is a regular file; a symbolic link is not.
 *
 * @throws {Error} the system error, unless the file does not exist
 */
export function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

// Opening a symbolic link fails, and opening a pipe does not wait for its other end.
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a regular file; returns undefined if there is none, or something else in its place [ST-4].
 *
 * @throws {Error} the system error, if a regular file cannot be read
 */
export function readFile(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, asItIs);
  } catch (error) {
    if (isFile(path)) throw error;
    return undefined;
  }
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces a file atomically: a reader sees the old content or the new, which is flushed to disk before [RES-4, ST-6].
 * On failure the old content stays and the temporary file is removed. The directory is not flushed.
 *
 * @param name part of the temporary file's name between `.tmp-` and the random digits
 * @throws {Error} the system error, if the file cannot be replaced
 */
export function replaceFile(path: string, text: string, name: string = basename(path)): void {
  const directory = dirname(path);
  const { descriptor, temporary } = openTemporary(directory, name);
  try {
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

function openTemporary(directory: string, name: string): { descriptor: number; temporary: string } {
  for (;;) {
    const temporary = join(directory, `.tmp-${name}-${randomHex()}${randomHex()}`);
    try {
      return { descriptor: openSync(temporary, "wx"), temporary };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

// The names need not be secret: the file is opened exclusively.
function randomHex(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The first error is reported.
  }
}

/** Flushes renames and removals in a directory to disk; does nothing if the file system does not support this. */
export function flushDirectory(directory: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(directory, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(descriptor);
  } catch {
    // The change is already visible to every reader, so reporting a failure would be wrong.
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a directory with its parents. Node's own recursive mkdir never returns if the system refuses although the
 * parent exists, as in /proc.
 *
 * @throws {Error} the system error, if the directory cannot be created
 */
export function makeDirectory(path: string): void {
  const refusal = tryMaking(path);
  if (refusal === undefined) return;
  if (existsSync(dirname(path))) throw refusal;
  makeDirectory(dirname(path));
  const last = tryMaking(path);
  if (last !== undefined) throw last;
}

function tryMaking(directory: string): unknown {
  try {
    mkdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return error;
  }
  return undefined;
}
