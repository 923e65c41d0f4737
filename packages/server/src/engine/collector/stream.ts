import type { NewLine, NewMetric } from "../../store/ingest.ts";
import type { Masker } from "../masking/masker.ts";
import { LineReader, type Piece, type RawLine } from "./line-reader.ts";
import { typeStart, withMetricKey } from "./metric-line.ts";
import type { Rate } from "./rate.ts";
import { neededBytes, type Parsed, Records } from "./records.ts";

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

/** Once the platform skips, it goes on until so much of the limit is free again, so that it does not skip in tiny steps. */
const freeShare = 1 / 8;

/** One output file of a launch on its way into the store. */
export class OutputStream {
  readonly #options: StreamOptions;
  readonly #reader: LineReader;
  readonly #records: Records;
  /** Log lines that the rate lost since the last record: told by the next one. */
  #flooded = 0;
  #lastLossAt = 0;
  /** What is being skipped because more waits than may. */
  #skipped: { metrics: number; lines: number } | undefined;
  /** Everything before it is read. */
  #reached: number;
  /** Something behind `offset` is in what was gathered. */
  #kept = false;
  /** Everything before it is in what was gathered, or told there as lost. */
  offset: number;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#reader = new LineReader(options.path, options.offset, neededBytes(options.lineBytes));
    this.#records = new Records(options);
    this.#reached = options.offset;
    this.offset = options.offset;
  }

  /** Reads one piece. True when there may be more. */
  gather(into: Gathered, now: Date, final: boolean): boolean {
    const piece = this.#reader.read(final);
    this.#reached = piece.offset;
    if (piece.lines.length > 0) {
      if (this.#isOverfull()) this.#skip(piece);
      else this.#keep(piece, into, now);
    }
    // A bot that has fallen silent may not speak again for long, and its log must not look whole until then.
    const silent = final || now.getTime() - this.#lastLossAt >= silentMs;
    if (silent && piece.atEnd) this.#tell(into, now.toISOString());
    this.#settle();
    return !piece.atEnd;
  }

  /** What was gathered is about to be stored: what was lost among it must be told in it. */
  conclude(into: Gathered, now: Date): void {
    if (this.#kept) this.#tell(into, now.toISOString());
    this.#settle();
  }

  close(): void {
    this.#reader.close();
  }

  #isOverfull(): boolean {
    const { unreadBytes } = this.#options;
    const most = this.#skipped ? unreadBytes * (1 - freeShare) : unreadBytes;
    return this.#reader.unread() > most;
  }

  /** Nothing is stored, so nothing slows the reader down; lines are told apart by a look at their bytes. */
  #skip({ lines }: Piece): void {
    this.#skipped ??= { metrics: 0, lines: 0 };
    const metrics = withMetricKey(lines).filter((at) => typeStart(lines[at]!) !== undefined).length;
    this.#skipped.metrics += metrics;
    this.#skipped.lines += lines.length - metrics;
  }

  /**
   * All metrics; of the log lines the first of those that the rate allows and the very last one: it tells how many were
   * lost before it.
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
      const record = this.#read(raw, found, isClean, now.toISOString());
      if ("metric" in record) into.metrics.push(record.metric);
      else {
        if (this.#flooded > 0) record.line.droppedBefore = this.#flooded;
        this.#flooded = 0;
        into.lines.push(record.line);
      }
    }
  }

  /** Metrics are no log lines: they must be known before the rate is asked about the others. */
  #metricsAmong(lines: readonly RawLine[]): { metrics: number; parsed: Map<number, Parsed> } {
    const parsed = new Map<number, Parsed>();
    let metrics = 0;
    for (const at of withMetricKey(lines)) {
      try {
        const found = this.#records.parse(lines[at]!);
        parsed.set(at, found);
        if (isMetric(found)) metrics++;
      } catch {
        // It is read again, and said to be unreadable, in its turn.
      }
    }
    return { metrics, parsed };
  }

  /** A line that nothing can be made of must not keep the ones behind it. */
  #read(
    raw: RawLine,
    parsed: Parsed | undefined,
    clean: boolean,
    now: string,
  ): ReturnType<Records["record"]> {
    try {
      return this.#records.record(parsed ?? this.#records.parse(raw), raw, clean, now);
    } catch {
      const message = `A line of ${raw.length} bytes could not be read.`;
      return { line: this.#records.remark("warn", message, now) };
    }
  }

  #settle(): void {
    if (this.#flooded > 0 || this.#skipped) return;
    this.offset = this.#reached;
    this.#kept = false;
  }

  #tell(into: Gathered, now: string): void {
    this.#tellSkipped(into, now);
    if (this.#flooded === 0) return;
    const message = `${this.#flooded} log lines of ${this.#options.stream} were dropped: the bot writes faster than the platform keeps.`;
    into.lines.push({ ...this.#records.remark("warn", message, now), droppedBefore: this.#flooded });
    this.#flooded = 0;
  }

  #tellSkipped(into: Gathered, now: string): void {
    if (!this.#skipped) return;
    const { metrics, lines } = this.#skipped;
    const { stream, unreadBytes } = this.#options;
    const message = `${metrics} metrics and ${lines} log lines of ${stream} were dropped: more than ${unreadBytes} bytes of it were waiting to be read.`;
    into.lines.push({
      ...this.#records.remark("error", message, now),
      ...(lines > 0 && { droppedBefore: lines }),
      ...(metrics > 0 && { droppedMetrics: metrics }),
    });
    this.#skipped = undefined;
    this.#kept = true;
  }
}

/** What the rate of log lines does not concern. */
function isMetric(parsed: Parsed | undefined): boolean {
  return parsed?.kind === "metric" || parsed?.kind === "oversized";
}
