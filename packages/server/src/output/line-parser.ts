import {
  type Line,
  type LogLevel,
  maxLineBytes,
  readExactJson,
  readLine,
  readUnreadableMetric,
  textLevel,
  type UnreadableMetric,
} from "@botyard/core";
import { hiddenValue } from "@botyard/manifest";
import { cutText, type RawLine } from "@botyard/runtime";
import type { NewLine, NewMetric } from "../store/index.ts";
import type { Masker } from "./masking/masker.ts";
import { typeAt, typeStart, withMetricKey } from "./metric-line.ts";

/** Maximum number of lines that follow the first line of a private key. */
const keyLines = 200;

/** Bytes read beyond the cut, so that a secret across the cut is complete when it is masked. */
const lookAhead = 8 * 1024;

/** Number of bytes of a line that {@link LineParser} needs. */
export function neededBytes(lineBytes: number): number {
  return Math.max(lineBytes, maxLineBytes) + lookAhead;
}

/** A parsed line, before masking. */
export type Parsed =
  | Line
  | { kind: "text"; level: LogLevel; message: string }
  /** A log line over the limit. */
  | { kind: "cut"; text: string }
  /** A metric over the limit. */
  | { kind: "oversized"; type: string }
  /** A metric with a number that is not JSON. */
  | ({ kind: "unreadable" } & UnreadableMetric);

/** A line of a bot, masked. `isText` is false for structured records and for reports about the line. */
export type Recorded =
  | { line: NewLine; isText: boolean }
  | { metric: NewMetric }
  | { unreadable: UnreadableMetric };

/** Turns the lines of one stream into records, with secrets masked. */
export class LineParser {
  readonly #stream: "stdout" | "stderr";
  readonly #runId: string | undefined;
  readonly #lineBytes: number;
  readonly #masker: Masker;
  /** How many more lines may belong to a private key that has begun. */
  #insideKey = 0;

  constructor(of: {
    stream: "stdout" | "stderr";
    runId?: string | undefined;
    lineBytes: number;
    masker: Masker;
  }) {
    this.#stream = of.stream;
    this.#runId = of.runId;
    this.#lineBytes = of.lineBytes;
    this.#masker = of.masker;
  }

  parse(raw: RawLine): Parsed {
    const { bytes, start, end, length } = raw;
    if (length > maxLineBytes) {
      const type = typeStart(raw);
      if (type !== undefined) return { kind: "oversized", type: typeAt(raw, type) };
    }
    if (length <= this.#lineBytes) return this.#whole(raw);
    // The limit for log lines may be set lower than that for metrics.
    if (length <= maxLineBytes && withMetricKey([raw]).length > 0) {
      const line = this.#whole(raw);
      if (line.kind === "metric" || line.kind === "unreadable") return line;
    }
    return {
      kind: "cut",
      text: bytes.toString("utf8", start, Math.min(end, start + this.#lineBytes + lookAhead)),
    };
  }

  #whole(raw: RawLine): Parsed {
    const text = raw.bytes.toString("utf8", raw.start, raw.end);
    const line = readLine(text, this.#stream, readExactJson);
    // The message of a structured record is only a part of its line.
    if (line.kind === "metric" || line.message !== text) return line;
    const unreadable = typeStart(raw) === undefined ? undefined : readUnreadableMetric(text, readExactJson);
    return unreadable
      ? { kind: "unreadable", ...unreadable }
      : { kind: "text", level: line.level, message: text };
  }

  /** @param clean whether the masker has found nothing in the line */
  record(parsed: Parsed, raw: RawLine, clean: boolean, now: string): Recorded {
    if (parsed.kind === "cut") return { line: this.#cutLine(parsed.text, now), isText: true };
    if (parsed.kind === "unreadable") {
      const { type, key, value } = parsed;
      return { unreadable: { type: this.#masker.text(type), key: this.#masker.text(key), value } };
    }
    if (parsed.kind === "oversized") {
      const bytes = raw.ends ? raw.length : `at least ${raw.length}`;
      const type = JSON.stringify(this.#masker.text(parsed.type).slice(0, 100));
      const message = `A metric of type ${type} was dropped: its line is ${bytes} bytes, more than ${maxLineBytes}.`;
      return { line: { ...this.remark("error", message, now), dropped_metrics: 1 }, isText: false };
    }
    const hide = !clean || this.#insideKey > 0;
    if (parsed.kind === "text") {
      const message = hide ? this.#hide(parsed.message) : parsed.message;
      return { line: this.#textLine(parsed.level, message, now), isText: true };
    }
    const time = parsed.timestamp ?? now;
    const run = this.#runId === undefined ? {} : { run_id: this.#runId };
    if (parsed.kind === "metric") {
      const { type, data } = parsed;
      return {
        metric: {
          ...run,
          time,
          ingested_at: now,
          type: hide ? this.#masker.text(type) : type,
          data: hide ? this.#masker.value(data) : data,
        },
      };
    }
    const { level, message, fields } = parsed;
    const hasFields = Object.keys(fields).length > 0;
    return {
      line: {
        ...run,
        stream: this.#stream,
        level,
        time,
        ingested_at: now,
        message: hide ? this.#hide(message) : message,
        ...(hasFields && { fields: hide ? this.#masker.value(fields) : fields }),
      },
      isText: false,
    };
  }

  /** Returns a log record of the platform about this stream. */
  remark(level: "warn" | "error", message: string, now: string): NewLine {
    const run = this.#runId === undefined ? {} : { run_id: this.#runId };
    return { ...run, stream: "system", level, time: now, ingested_at: now, message };
  }

  #textLine(level: LogLevel, message: string, now: string): NewLine {
    const run = this.#runId === undefined ? {} : { run_id: this.#runId };
    return { ...run, stream: this.#stream, level, time: now, ingested_at: now, message };
  }

  #cutLine(text: string, now: string): NewLine {
    const message = cutText(Buffer.from(this.#hide(text), "utf8"), this.#lineBytes);
    return { ...this.#textLine(textLevel(text, this.#stream), message, now), truncated: true };
  }

  /** Masks a message. A private key spans several lines, of which only the first is recognisable. */
  #hide(message: string): string {
    if (this.#insideKey > 0) {
      this.#insideKey--;
      const end = message.match(/-----END [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z0-9 ]{0,30}-----/);
      if (end) {
        this.#insideKey = 0;
        return this.#masker.text(message.slice((end.index ?? 0) + end[0].length));
      }
      message = message.replace(/[A-Za-z0-9+/=]{16,}|^[A-Za-z0-9+/=]+$/g, hiddenValue);
    } else if (/-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z0-9 ]{0,30}-----(?!.*-----END)/s.test(message)) {
      this.#insideKey = keyLines;
    }
    return this.#masker.text(message);
  }
}
