import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const pieceBytes = 32 * 1024;

/** Lines returned at once: few enough that processing and storing very short lines does not block the thread for long. */
export const linesAtOnce = 256;

const lineFeed = 10;
const carriageReturn = 13;

/** A line longer than this is returned before its end is read, so that its disk space can be freed. */
const endlessBytes = 16 * 1024 * 1024;

export interface RawLine {
  /** Buffer that holds the line, valid until the next read. */
  bytes: Buffer;
  start: number;
  /** End of the kept bytes, exclusive. */
  end: number;
  /** Length of the line in bytes; only the first bytes are kept. */
  length: number;
  /** Where the line begins in the file. */
  offset: number;
  /** Whether the end of the line was read; otherwise `length` is what was read so far. */
  ends: boolean;
  /** Whether the line is in {@link Piece.bytes}. */
  inPiece: boolean;
}

export interface Piece {
  lines: RawLine[];
  /** The lines that began and ended in this piece, one after the other, for a search in all of them. */
  bytes: Buffer;
  /** Everything before this offset was returned as lines. */
  offset: number;
  /** There is nothing more to read at the moment. */
  atEnd: boolean;
}

/** One buffer for all files: its content is processed before the next read. */
const piece = Buffer.allocUnsafe(pieceBytes);

/**
 * Reads lines from a growing file, starting at an offset. Of a line that a program has overwritten by carriage returns, such
 * as a progress bar, only the last state is kept. Synchronous, since the bytes come from the page cache.
 */
export class LineReader {
  /** Absent if the file does not exist: nothing will be written to it. */
  readonly #file: number | undefined;
  readonly #keep: number;
  /** Next byte to read. */
  #position: number;
  /** Start of the last state of the incomplete line. */
  #lineStart: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  /** Whether the piece has carriage returns; few programs write them. */
  #returns = false;
  /** What is remembered ended with a carriage return: what follows replaces it. */
  #returned = false;
  /** The current line was already returned, cut; the rest is skipped up to the next line or state of the line. */
  #skipping = false;

  /** @param keep how many bytes of a line are kept; the rest is only counted */
  constructor(path: string, offset: number, keep: number) {
    this.#file = openIfThere(path);
    this.#keep = keep;
    this.#position = offset;
    this.#lineStart = offset;
    // Any other offset is inside a line that was cut. The byte before an offset is never freed.
    const before = offset > 0 ? this.#byteAt(offset - 1) : lineFeed;
    this.#skipping = before !== lineFeed && before !== carriageReturn;
  }

  /** Number of bytes that were written but not read. */
  unread(): number {
    return this.#file === undefined ? 0 : Math.max(0, fstatSync(this.#file).size - this.#position);
  }

  /** @param final whether the process has ended, so that a last line without line feed counts too */
  read(final: boolean): Piece {
    let length = this.#readPiece();
    if (length === 0 && this.#wasTruncated()) {
      this.#position = 0;
      this.#lineStart = 0;
      this.#forget();
      this.#skipping = false;
      length = this.#readPiece();
    }
    this.#returns = piece.subarray(0, length).includes(carriageReturn);
    const lines: RawLine[] = [];
    let start = 0;
    while (lines.length < linesAtOnce) {
      const feed = length === 0 ? -1 : piece.subarray(start, length).indexOf(lineFeed);
      if (feed === -1) break;
      const end = start + feed;
      this.#complete(lines, start, end);
      this.#lineStart = this.#position + end + 1;
      start = end + 1;
    }
    if (lines.length === linesAtOnce) {
      // The rest of the piece is read again.
      this.#position = this.#lineStart;
      return { lines, bytes: piece.subarray(0, start), offset: this.#lineStart, atEnd: false };
    }
    if (start < length) this.#remember(start, length);
    this.#position += length;
    const atEnd = length < pieceBytes;
    const unfinished = this.#position - this.#lineStart;
    const ends = final && atEnd;
    if (unfinished > endlessBytes || (ends && unfinished > 0)) {
      this.#complete(lines, 0, 0, ends);
      this.#skipping = !ends;
      this.#lineStart = this.#position;
    }
    return { lines, bytes: piece.subarray(0, start), offset: this.#lineStart, atEnd };
  }

  #readPiece(): number {
    return this.#file === undefined ? 0 : readSync(this.#file, piece, 0, pieceBytes, this.#position);
  }

  /** A program that opens `/dev/stdout` for writing truncates the file; its output then starts at offset 0. */
  #wasTruncated(): boolean {
    return this.#file !== undefined && fstatSync(this.#file).size < this.#position;
  }

  #byteAt(position: number): number | undefined {
    if (this.#file === undefined) return undefined;
    return readSync(this.#file, piece, 0, 1, position) === 1 ? piece[0] : undefined;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #complete(lines: RawLine[], start: number, end: number, ends = true): void {
    const [from, to] = this.#lastState(start, end);
    if (this.#skipping) {
      this.#skipping = false;
    } else if (this.#headBytes === 0) {
      const length = to - from;
      const kept = from + Math.min(length, this.#keep);
      const offset = this.#lineStart;
      lines.push({ bytes: piece, start: from, end: kept, length, offset, ends, inPiece: true });
    } else {
      this.#add(from, to);
      const bytes = Buffer.concat(this.#head);
      const offset = this.#lineStart;
      const length = this.#headBytes;
      lines.push({ bytes, start: 0, end: bytes.length, length, offset, ends, inPiece: false });
    }
    this.#forget();
  }

  /** Keeps the beginning of a line that continues in the next piece, and counts the rest. */
  #remember(start: number, end: number): void {
    const [from, to] = this.#lastState(start, end);
    this.#add(from, to);
    if (to < end) this.#returned = true;
  }

  /** Returns the range of the last state. Forgets the states that it replaces, so that they are not read again. */
  #lastState(start: number, end: number): [from: number, to: number] {
    if (!this.#returns && !this.#returned) return [start, end];
    let to = end;
    while (to > start && piece[to - 1] === carriageReturn) to--;
    if (to === start) return [start, start];
    const last = piece.subarray(start, to).lastIndexOf(carriageReturn);
    const from = start + last + 1;
    if (last !== -1 || this.#returned) {
      this.#forget();
      this.#skipping = false;
      this.#lineStart = this.#position + from;
    }
    return [from, to];
  }

  #add(from: number, to: number): void {
    const room = this.#keep - this.#headBytes;
    if (room > 0 && !this.#skipping)
      this.#head.push(Buffer.from(piece.subarray(from, Math.min(to, from + room))));
    this.#headBytes += to - from;
  }

  #forget(): void {
    this.#head = [];
    this.#headBytes = 0;
    this.#returned = false;
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
