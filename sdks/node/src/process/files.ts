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
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Whether a path is a regular file itself: a link to one is not. @throws the system's error, but for absence */
export function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

// Opening a link fails, and opening a pipe does not wait for somebody at its other end.
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The content of a regular file; undefined where there is none, whatever else stands in its place [ST-4].
 *
 * @throws the system's error
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
 * Replaces a file whole: a reader sees the old content or the new, and after the return the new is on disk
 * [RES-4, ST-6]. On failure the old content stays and no temporary file of ours.
 *
 * @param name what the temporary file's name holds between `.tmp-` and its random part
 * @throws the system's error
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
  flushDirectory(directory);
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

// Names need no secrecy: opening exclusively settles who has one.
function randomHex(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The first error is the one to tell.
  }
}

/** Makes renames and removals in a directory survive a crash; where the file system has no such thing, does nothing. */
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
    // The change itself is done and seen by every reader: reporting a failure would say that it is not.
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a directory with its parents. Node's own recursive form never returns where the system refuses although the
 * parent exists, as in /proc.
 *
 * @throws the system's error
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
