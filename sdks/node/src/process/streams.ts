import { fstatSync, writeSync } from "node:fs";
import { type StreamLock, sharedStreamLock } from "./stream-lock.ts";

/** The two streams that the platform collects. */
export type Stream = "stdout" | "stderr";

const descriptors = { stdout: 1, stderr: 2 } as const;
// Whether the last write to the stream broke off inside a line.
const torn = { stdout: false, stderr: false };

/**
 * Writes one whole line and returns when the system has it [MET-1].
 *
 * @throws the system's error where the stream takes no more: closed, full, a broken pipe
 */
export function writeLine(stream: Stream, line: string): void {
  if (lock?.acquire() === false) torn[stream] = true;
  try {
    writeWhole(stream, line);
  } finally {
    lock?.release();
  }
}

function writeWhole(stream: Stream, line: string): void {
  // A line that broke off earlier must not swallow this one.
  const bytes = Buffer.from(torn[stream] ? `\n${line}\n` : `${line}\n`);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSome(descriptors[stream], bytes, written);
    torn[stream] = false;
  } catch (error) {
    torn[stream] ||= written > 0;
    throw error;
  }
}

function writeSome(descriptor: number, bytes: Buffer, from: number): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes, from);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Somebody made the pipe non-blocking and its reader is behind: wait as a blocking write would.
      if (code === "EAGAIN") pause();
      else if (code !== "EINTR") throw error;
    }
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

function pause(): void {
  Atomics.wait(never, 0, 0, 1);
}

// Files take a line in one piece, so that only pipes need a lock.
let lock: StreamLock | undefined;

/**
 * Readies the streams where they are pipes: lines of several threads stay whole, and what bot code prints by itself
 * (console.log) leaves at once although the reader is behind. Node queues it otherwise, and `error` and a query's end, which
 * wait for nothing, would lose it [MET-1, RES-7, Q-17].
 */
export function preparePipes(): void {
  for (const stream of ["stdout", "stderr"] as const) {
    if (!isPipe(descriptors[stream])) continue;
    lock ??= sharedStreamLock();
    const { _handle: handle } = process[stream] as { _handle?: { setBlocking?: (on: boolean) => void } };
    handle?.setBlocking?.(true);
  }
}

function isPipe(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}
