import { LineReader, type Piece, type RawLine } from "@botyard/runtime";
import type { Gathered } from "./gathered.ts";
import { LineParser, neededBytes, type Parsed, type Recorded } from "./line-parser.ts";
import type { Masker } from "./masking/masker.ts";
import { typeStart, withMetricKey } from "./metric-line.ts";
import type { Rate } from "./rate.ts";
import { Traces } from "./traces.ts";
import { UnreadableMetrics } from "./unreadable-metrics.ts";

export interface StreamOptions {
  stream: "stdout" | "stderr";
  path: string;
  offset: number;
  runId?: string | undefined;
  masker: Masker;
  rate: Rate;
  lineBytes: number;
  unreadBytes: number;
  /** Shared by all streams of a bot. */
  unreadable?: UnreadableMetrics;
}

/** A part of the file, in bytes. */
interface Range {
  from: number;
  to: number;
}

/** If no further line is dropped for this time, dropped lines are reported in a separate record. */
const silentMs = 1_000;

/** Once output is dropped, dropping continues until this share of the unread limit is free, to avoid tiny steps. */
const freeShare = 1 / 8;

/** Pieces that are dropped before others have a turn. */
const dropsAtOnce = 256;

/** Reads one output file of a launch and turns it into records. */
export class OutputStream {
  readonly #options: StreamOptions;
  readonly #reader: LineReader;
  readonly #parser: LineParser;
  readonly #traces: Traces;
  readonly #unreadable: UnreadableMetrics;
  /** Log lines dropped by the rate limit since the last record; the next record reports them. */
  #flooded = 0;
  #lastLossAt = 0;
  /** What was dropped because the unread limit is exceeded, not yet reported. */
  #skipped: { metrics: number; lines: number } | undefined;
  /** Everything before this offset was read. */
  #reached: number;
  readonly #unneeded: Range[] = [];
  /** Whether something after `offset` has been gathered. */
  #kept = false;
  /** Everything before this offset was gathered or reported as dropped. */
  offset: number;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#reader = new LineReader(options.path, options.offset, neededBytes(options.lineBytes));
    this.#parser = new LineParser(options);
    this.#traces = new Traces(options.lineBytes);
    this.#unreadable = options.unreadable ?? new UnreadableMetrics();
    this.#reached = options.offset;
    this.offset = options.offset;
  }

  /** Whether a record was read that may continue, and is passed on after a pause. */
  get isOpen(): boolean {
    return this.#traces.offset !== undefined;
  }

  /**
   * Reads one piece. Returns true if there may be more.
   *
   * @param final whether the process has ended
   * @param failed whether it ended by a failure of its own
   */
  gather(into: Gathered, now: Date, final: boolean, failed = false): boolean {
    const piece = this.#next(final);
    if (piece.lines.length === 0 || this.#isOverfull()) this.#skip(piece);
    else this.#keep(piece, into, now);
    this.#reached = piece.offset;
    if (piece.atEnd && final) this.#traces.end(into.lines, failed);
    else if (piece.atEnd && piece.lines.length === 0) this.#traces.rest(now.getTime(), into.lines);
    this.#tellUnreadable(into, now, final && piece.atEnd);
    // A silent bot may not write again for a long time, and its log must not look complete until then.
    const silent = final || now.getTime() - this.#lastLossAt >= silentMs;
    if (silent && piece.atEnd) this.#tell(into, now.toISOString());
    this.#settle();
    return !piece.atEnd;
  }

  /** Call before the gathered output is stored: adds the reports of what was dropped from it. */
  conclude(into: Gathered, now: Date): void {
    if (this.#kept) this.#tell(into, now.toISOString());
    this.#settle();
  }

  /**
   * Drops some of what exceeds the unread limit, without waiting until the output before it is stored. Returns whether more
   * exceeds it.
   */
  drop(): boolean {
    for (let n = 0; n < dropsAtOnce && this.#isOverfull(); n++) {
      const piece = this.#next(false);
      this.#skip(piece);
      this.#reached = piece.offset;
    }
    return this.#isOverfull();
  }

  /** Returns the ranges of the file, since the last call, of which nothing was gathered. */
  takeUnneeded(): Range[] {
    return this.#unneeded.splice(0);
  }

  /** Bytes of the file that were not read yet. */
  unread(): number {
    return this.#reader.unread();
  }

  close(): void {
    this.#reader.close();
  }

  #next(final: boolean): Piece {
    const piece = this.#reader.read(final);
    // The bot has truncated the file, and what it writes now is at the same offsets.
    if (piece.offset < this.#reached) this.#unneeded.length = 0;
    return piece;
  }

  #isOverfull(): boolean {
    const { unreadBytes } = this.#options;
    const most = this.#skipped ? unreadBytes * (1 - freeShare) : unreadBytes;
    return this.#reader.unread() > most;
  }

  /** Counts the dropped lines of a piece by a search in their bytes, without parsing or storing them. */
  #skip({ lines, offset }: Piece): void {
    const last = this.#unneeded.at(-1);
    if (last?.to === this.#reached) last.to = offset;
    else if (offset > this.#reached) this.#unneeded.push({ from: this.#reached, to: offset });
    // The rest of an endless line, which is in the log already.
    if (lines.length === 0) return;
    this.#skipped ??= { metrics: 0, lines: 0 };
    const metrics = withMetricKey(lines).filter((at) => typeStart(lines[at]!) !== undefined).length;
    this.#skipped.metrics += metrics;
    this.#skipped.lines += lines.length - metrics;
  }

  /**
   * Keeps all metrics, and as many log lines as the rate allows: the first ones and the last one, which reports how
   * many were dropped before it.
   */
  #keep(piece: Piece, into: Gathered, now: Date): void {
    this.#tellSkipped(into, now.toISOString());
    const { lines } = piece;
    const { metrics, parsed } = this.#metricsAmong(lines);
    const logs = lines.length - metrics;
    const allowed = this.#options.rate.take(logs, now.getTime());
    const lost = logs - allowed;
    if (lost > 0) this.#lastLossAt = now.getTime();
    if (allowed === 0) this.#flooded += lost;
    if (allowed + metrics === 0) return;
    this.#kept = true;
    const clean = this.#options.masker.isClean(piece.bytes);
    let log = 0;
    for (const [at, raw] of lines.entries()) {
      const found = parsed.get(at);
      if (!isMetric(found) && lost > 0 && log++ >= allowed - 1) {
        if (log < logs || allowed === 0) continue;
        this.#flooded += lost;
      }
      const isClean = (clean && raw.inPiece) || this.#options.masker.isClean(raw.bytes, raw.start, raw.end);
      this.#take(this.#read(raw, found, isClean, now.toISOString()), raw, into, now.getTime());
    }
  }

  #take(record: Recorded, raw: RawLine, into: Gathered, now: number): void {
    if ("line" in record && record.isText && this.#flooded === 0) {
      this.#traces.add(record.line, raw.offset, now, into.lines);
      return;
    }
    this.#traces.end(into.lines);
    if ("metric" in record) into.metrics.push(record.metric);
    else if ("unreadable" in record) this.#unreadable.add(1, record.unreadable, into);
    else {
      if (this.#flooded > 0) record.line.dropped_before = this.#flooded;
      this.#flooded = 0;
      into.lines.push(record.line);
    }
  }

  /** Finds the metrics first, because the rate limit applies only to the other lines. */
  #metricsAmong(lines: readonly RawLine[]): { metrics: number; parsed: Map<number, Parsed> } {
    const parsed = new Map<number, Parsed>();
    let metrics = 0;
    for (const at of withMetricKey(lines)) {
      try {
        const found = this.#parser.parse(lines[at]!);
        parsed.set(at, found);
        if (isMetric(found)) metrics++;
      } catch {
        // The line is parsed again later, and then reported.
      }
    }
    return { metrics, parsed };
  }

  /** Turns a line into a record. A line that fails is reported and must not block the following ones. */
  #read(raw: RawLine, parsed: Parsed | undefined, clean: boolean, now: string): Recorded {
    try {
      return this.#parser.record(parsed ?? this.#parser.parse(raw), raw, clean, now);
    } catch {
      const message = `A line of ${raw.length} bytes could not be processed.`;
      return { line: this.#parser.remark("warn", message, now), isText: false };
    }
  }

  #settle(): void {
    if (this.#flooded > 0 || this.#skipped) return;
    this.offset = this.#traces.offset ?? this.#reached;
    this.#kept = false;
  }

  #tell(into: Gathered, now: string): void {
    this.#tellSkipped(into, now);
    if (this.#flooded === 0) return;
    this.#traces.end(into.lines);
    const message = `${this.#flooded} log lines of ${this.#options.stream} were dropped: the bot exceeded the limit of log lines per second.`;
    into.lines.push({ ...this.#parser.remark("warn", message, now), dropped_before: this.#flooded });
    this.#flooded = 0;
  }

  #tellSkipped(into: Gathered, now: string): void {
    if (!this.#skipped) return;
    this.#traces.end(into.lines);
    const { metrics, lines } = this.#skipped;
    const { stream, unreadBytes } = this.#options;
    const message = `${metrics} metrics and ${lines} log lines of ${stream} were dropped: the unread output exceeded ${unreadBytes} bytes.`;
    into.lines.push({
      ...this.#parser.remark("error", message, now),
      ...(lines > 0 && { dropped_before: lines }),
      ...(metrics > 0 && { dropped_metrics: metrics }),
    });
    this.#skipped = undefined;
    this.#kept = true;
  }

  #tellUnreadable(into: Gathered, now: Date, last: boolean): void {
    const report = this.#unreadable.report(now.getTime(), into, last);
    if (!report) return;
    const { message, dropped_metrics } = report;
    into.lines.push({ ...this.#parser.remark("error", message, now.toISOString()), dropped_metrics });
  }
}

/** Whether the rate limit of log lines does not apply. */
function isMetric(parsed: Parsed | undefined): boolean {
  return parsed?.kind === "metric" || parsed?.kind === "oversized" || parsed?.kind === "unreadable";
}
