import { fstatSync, writeSync } from "./fs.ts";
import { type StreamLock, sharedStreamLock } from "./stream-lock.ts";
import { testProcess } from "./test-process.ts";

/** The two streams that the platform collects. */
export type Stream = "stdout" | "stderr";

const descriptors = { stdout: 1, stderr: 2 } as const;
// Whether the last write to the stream ended within a line.
const torn = { stdout: false, stderr: false };

/**
 * Writes one whole line; returns when the system has accepted it [MET-1].
 *
 * @throws {Error} the system error, if the stream is closed, full or a broken pipe
 */
export function writeLine(stream: Stream, line: string): void {
  const test = testProcess();
  if (test !== undefined) {
    test.writeLine(stream, line);
    return;
  }
  if (lock?.acquire() === false) torn[stream] = true;
  try {
    writeWhole(stream, line);
  } finally {
    lock?.release();
  }
}

function writeWhole(stream: Stream, line: string): void {
  // If an earlier line was cut off, this one starts on a new line.
  const text = torn[stream] ? `\n${line}\n` : `${line}\n`;
  let written = 0;
  try {
    written = writeSome(() => writeSync(descriptors[stream], text));
    // Nearly always the system takes a line as a whole, and no bytes are needed.
    if (written < Buffer.byteLength(text)) {
      const bytes = Buffer.from(text);
      while (written < bytes.length)
        written += writeSome(() => writeSync(descriptors[stream], bytes, written));
    }
    torn[stream] = false;
  } catch (error) {
    torn[stream] ||= written > 0;
    throw error;
  }
}

function writeSome(write: () => number): number {
  for (;;) {
    try {
      return write();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The pipe is non-blocking and full: wait as a blocking write would.
      if (code === "EAGAIN") pause();
      else if (code !== "EINTR") throw error;
    }
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

function pause(): void {
  Atomics.wait(never, 0, 0, 1);
}

// A line is written to a file in one piece, so only pipes need a lock.
let lock: StreamLock | undefined;

/**
 * Prepares streams that are pipes: lines of several threads stay whole, and the bot's own output (console.log) is
 * written synchronously. Otherwise Node would queue it for a slow reader, and it would be lost when `error` or a
 * one-shot query ends the process [MET-1, RES-7, Q-17].
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
