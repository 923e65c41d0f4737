import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const lineFeed = 10;

/** One line of a bot's output, without its line feed. Bytes that are not UTF-8 are replaced by U+FFFD. */
export interface OutputLine {
  text: string;
  /** True if the line was longer than `lineBytes`; its rest is skipped. */
  truncated: boolean;
}

export interface OutputBatch {
  lines: OutputLine[];
  /** Byte offset to continue from. Everything before it is in `lines`, or was skipped and counted. */
  offset: number;
  /** Bytes that were skipped because the unread limit was exceeded. */
  skippedBytes: number;
  /** True if there is more to read. */
  more: boolean;
}

export interface ReadLinesOptions {
  /** The writer has ended, so a last line without a line feed is complete. */
  ended: boolean;
  /** Maximum bytes of one line; longer lines are cut. */
  lineBytes: number;
  /** Approximate number of bytes to read at once (default: 1 MiB). Memory is bounded by it and `lineBytes`. */
  maxBytes?: number;
  /** Unread limit in bytes (default: none). If it is exceeded, all but the newest half of the limit is skipped. */
  unreadBytes?: number;
}

/**
 * Reads the complete lines of an output file from a byte offset. It has no state: if the offset is not directly after a
 * line feed, it is in a line that was cut, whose rest is skipped.
 * A missing file has no lines. A file that is shorter than the offset is read from the start.
 * @throws {Error} the system error, if an existing file cannot be read
 */
export function readLines(file: string, offset: number, options: ReadLinesOptions): OutputBatch {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      return { lines: [], offset, skippedBytes: 0, more: false };
    throw error;
  }
  try {
    return readFrom(fd, offset, options);
  } finally {
    closeSync(fd);
  }
}

function readFrom(fd: number, offset: number, options: ReadLinesOptions): OutputBatch {
  const { size } = fstatSync(fd);
  if (offset > size) offset = 0;
  const unreadBytes = options.unreadBytes ?? Number.POSITIVE_INFINITY;
  const skippedBytes = size - offset > unreadBytes ? size - offset - Math.floor(unreadBytes / 2) : 0;
  offset += skippedBytes;
  if (offset === size) return { lines: [], offset, skippedBytes, more: false };

  // The byte before shows whether the offset is inside a line that was cut.
  const lead = offset > 0 ? 1 : 0;
  const wanted = Math.max(options.maxBytes ?? 1 << 20, options.lineBytes + 1);
  const length = Math.min(wanted, size - offset) + lead;
  const buffer = Buffer.allocUnsafe(length);
  const bytes = buffer.subarray(0, readSync(fd, buffer, 0, length, offset - lead));
  const start = offset - lead;

  let at = lead;
  if (lead === 1 && bytes[0] !== lineFeed) {
    const end = bytes.indexOf(lineFeed, lead);
    at = end < 0 ? bytes.length : end + 1;
  }
  const lines: OutputLine[] = [];
  for (let end = bytes.indexOf(lineFeed, at); end >= 0; end = bytes.indexOf(lineFeed, at)) {
    lines.push(toLine(bytes.subarray(at, end), options.lineBytes));
    at = end + 1;
  }
  const rest = bytes.length - at;
  const isLast = options.ended && start + bytes.length >= size;
  if (rest > options.lineBytes || (rest > 0 && isLast)) {
    lines.push(toLine(bytes.subarray(at), options.lineBytes));
    at = bytes.length;
  }
  const next = start + at;
  return { lines, offset: next, skippedBytes, more: next > offset && start + bytes.length < size };
}

function toLine(bytes: Buffer, lineBytes: number): OutputLine {
  if (bytes.length <= lineBytes) return { text: bytes.toString("utf8"), truncated: false };
  let end = lineBytes;
  // Do not cut inside a character: step back over at most three continuation bytes.
  while (end > lineBytes - 3 && isContinuation(bytes[end])) end--;
  return { text: bytes.toString("utf8", 0, end), truncated: true };
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
