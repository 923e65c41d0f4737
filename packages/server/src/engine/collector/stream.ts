import type { NewLine, NewMetric } from "../../store/ingest.ts";
import type { Masker } from "../masking/masker.ts";
import { LineReader, type Piece, type RawLine } from "./line-reader.ts";
import type { Rate } from "./rate.ts";
import { Records } from "./records.ts";

/** What has been read and waits to be stored together. */
export interface Gathered {
  lines: NewLine[];
  metrics: NewMetric[];
}

export interface StreamOptions {
  stream: "stdout" | "stderr";
  path: string;
  offset: number;
  runId?: string | undefined;
  masker: Masker;
  rate: Rate;
  lineBytes: number;
  unreadBytes: number;
}

/** Without another lost line for so long, what was lost is told by a line of its own. */
const silentMs = 1_000;

/** One output file of a launch on its way into the store. */
export class OutputStream {
  readonly #options: StreamOptions;
  readonly #reader: LineReader;
  readonly #records: Records;
  /** Lines lost since the last record: told by the next one, and their bytes count as unread until then. */
  #dropped = 0;
  #lastLossAt = 0;
  /** Everything before it is in what was gathered. */
  offset: number;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#reader = new LineReader(options.path, options.offset, options.lineBytes);
    this.#records = new Records(options);
    this.offset = options.offset;
  }

  /** Reads one piece. True when there may be more. */
  gather(into: Gathered, now: Date, final: boolean): boolean {
    const piece = this.#reader.read(final);
    const wanted = piece.lines.length;
    const overfull = wanted > 0 && this.#reader.unread() > this.#options.unreadBytes;
    const allowed = overfull ? 0 : this.#options.rate.take(wanted, now.getTime());
    this.#keep(piece, allowed, into, now.toISOString());
    if (wanted > allowed) this.#lastLossAt = now.getTime();
    // A bot that has fallen silent may not speak again for long, and its log must not look whole until then.
    const silent = final || now.getTime() - this.#lastLossAt >= silentMs;
    if (silent && piece.atEnd && this.#dropped > 0) this.#tellDropped(into, now.toISOString());
    if (this.#dropped === 0) this.offset = piece.offset;
    return !piece.atEnd;
  }

  close(): void {
    this.#reader.close();
  }

  /** The first of the allowed lines and the very last one: it tells how many were lost before it. */
  #keep(piece: Piece, allowed: number, into: Gathered, now: string): void {
    const { lines } = piece;
    const lost = lines.length - allowed;
    if (allowed === 0) {
      this.#dropped += lost;
      return;
    }
    const clean = this.#options.masker.isClean(piece.bytes);
    for (const [at, raw] of lines.entries()) {
      if (lost > 0 && at >= allowed - 1) {
        if (at < lines.length - 1) continue;
        this.#dropped += lost;
      }
      const lineIsClean =
        (clean && raw.inPiece) || this.#options.masker.isClean(raw.bytes, raw.start, raw.end);
      const record = this.#read(raw, lineIsClean, now);
      if ("metric" in record) {
        if (this.#dropped > 0) this.#tellDropped(into, now);
        into.metrics.push(record.metric);
      } else {
        if (this.#dropped > 0) record.line.droppedBefore = this.#dropped;
        this.#dropped = 0;
        into.lines.push(record.line);
      }
    }
  }

  /** A line that nothing can be made of must not keep the ones behind it. */
  #read(raw: RawLine, clean: boolean, now: string): ReturnType<Records["read"]> {
    try {
      return this.#records.read(raw, clean, now);
    } catch {
      const message = `A line of ${raw.end - raw.start} bytes could not be read.`;
      return { line: this.#remark(message, now) };
    }
  }

  #tellDropped(into: Gathered, now: string): void {
    const { stream } = this.#options;
    const message = `${this.#dropped} lines of ${stream} were dropped: the bot writes faster than the platform keeps.`;
    into.lines.push({ ...this.#remark(message, now), droppedBefore: this.#dropped });
    this.#dropped = 0;
  }

  #remark(message: string, now: string): NewLine {
    const { runId } = this.#options;
    const run = runId === undefined ? {} : { runId };
    return { ...run, stream: "system", level: "warn", time: now, ingestedAt: now, message };
  }
}
