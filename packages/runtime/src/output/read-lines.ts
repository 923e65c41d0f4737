import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const lineFeed = 10;

/** One line of a bot's output, without its line feed. Bytes that are not UTF-8 read as U+FFFD. */
export interface OutputLine {
  text: string;
  /** The line was longer than `lineBytes`; the rest of it is skipped. */
  truncated: boolean;
}

export interface OutputBatch {
  lines: OutputLine[];
  /** Byte to go on from; everything before it is either in `lines`, or skipped and counted. */
  offset: number;
  /** Bytes that were skipped unread because too much had piled up. */
  skippedBytes: number;
  /** There was more to read: call again. */
  more: boolean;
}

export interface ReadLinesOptions {
  /** Nothing will be written any more: a last line without line feed counts. */
  ended: boolean;
  /** Bytes of one line before it is cut. */
  lineBytes: number;
  /** Bytes to read at once, about; memory is bounded by it and `lineBytes`. Default: 1 MiB. */
  maxBytes?: number;
  /** Unread bytes before the older half of them is skipped. Default: never. */
  unreadBytes?: number;
}

/**
 * Reads the complete lines of an output file from a byte offset. It keeps nothing between calls: an offset that does not
 * stand behind a line feed is inside a line that was cut, and its rest is skipped.
 * A file that is not there has no lines; one that has become shorter than the offset is read from its beginning.
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

  // The byte before tells whether we stand inside a line that was cut.
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
  // Not in the middle of a character: step back over at most three continuation bytes.
  while (end > lineBytes - 3 && isContinuation(bytes[end])) end--;
  return { text: bytes.toString("utf8", 0, end), truncated: true };
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
