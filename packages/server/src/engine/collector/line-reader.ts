import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Bytes read at once: small enough that even very short lines do not hold up the thread. */
const pieceBytes = 32 * 1024;

const lineFeed = 10;

/** A line longer than this is given out before its end is seen, so that what it occupies can be freed. */
const endlessBytes = 16 * 1024 * 1024;

export interface RawLine {
  /** Where its bytes are. Only until the next read. */
  bytes: Buffer;
  start: number;
  /** Behind the last byte that is kept. */
  end: number;
  /** Bytes of the line, of which the first ones are kept. */
  length: number;
  /** Its end was seen; of a line without end `length` is what was read of it. */
  ends: boolean;
  /** It lies in {@link Piece.bytes}. */
  inPiece: boolean;
}

export interface Piece {
  lines: RawLine[];
  /** Where those lines lie that began and ended in this piece, one after the other: for a look at all at once. */
  bytes: Buffer;
  /** Everything before it is in lines that were given out. */
  offset: number;
  /** Nothing more to read for now. */
  atEnd: boolean;
}

/** One buffer for all files: what is read is made into lines before anything else is read. */
const piece = Buffer.allocUnsafe(pieceBytes);

/** Reads a growing file of lines from an offset on. Synchronous: the bytes come from the page cache. */
export class LineReader {
  /** Absent when there is no such file: nothing will ever be written to it. */
  readonly #file: number | undefined;
  readonly #keep: number;
  /** Next byte to read. */
  #position: number;
  /** Start of the line that is not complete yet. */
  #lineStart: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  /** The line was given out, cut, before its end came. */
  #skipping = false;

  /** @param keep bytes of a line that are kept; the rest is counted */
  constructor(path: string, offset: number, keep: number) {
    this.#file = openIfThere(path);
    this.#keep = keep;
    this.#position = offset;
    this.#lineStart = offset;
    // An offset that does not stand behind a line feed is inside a line that was cut. That byte is never freed.
    this.#skipping = offset > 0 && this.#byteAt(offset - 1) !== lineFeed;
  }

  /** Bytes that are written and not read. */
  unread(): number {
    return this.#file === undefined ? 0 : Math.max(0, fstatSync(this.#file).size - this.#position);
  }

  /** @param final the writer is gone: a last line without line feed counts too */
  read(final: boolean): Piece {
    let length = this.#readPiece();
    if (length === 0 && this.#wasTruncated()) {
      this.#position = 0;
      this.#lineStart = 0;
      this.#head = [];
      this.#headBytes = 0;
      this.#skipping = false;
      length = this.#readPiece();
    }
    const lines: RawLine[] = [];
    let start = 0;
    for (;;) {
      const feed = length === 0 ? -1 : piece.subarray(start, length).indexOf(lineFeed);
      if (feed === -1) break;
      const end = start + feed;
      this.#complete(lines, start, end);
      this.#lineStart = this.#position + end + 1;
      start = end + 1;
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

  /** A program that opens `/dev/stdout` like any other file empties it; what it writes then begins at the beginning. */
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
    if (this.#skipping) {
      this.#skipping = false;
    } else if (this.#headBytes === 0) {
      const length = end - start;
      lines.push({
        bytes: piece,
        start,
        end: start + Math.min(length, this.#keep),
        length,
        ends,
        inPiece: true,
      });
    } else {
      this.#remember(start, end);
      const bytes = Buffer.concat(this.#head);
      lines.push({ bytes, start: 0, end: bytes.length, length: this.#headBytes, ends, inPiece: false });
    }
    this.#head = [];
    this.#headBytes = 0;
  }

  /** Keeps the beginning of a line that goes on in the next piece, and counts the rest. */
  #remember(start: number, end: number): void {
    const room = this.#keep - this.#headBytes;
    if (room > 0 && !this.#skipping)
      this.#head.push(Buffer.from(piece.subarray(start, Math.min(end, start + room))));
    this.#headBytes += end - start;
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
