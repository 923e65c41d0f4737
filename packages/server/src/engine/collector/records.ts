import { readExactJson, readLine } from "@botyard/core";
import type { NewLine, NewMetric } from "../../store/ingest.ts";
import type { Masker } from "../masking/masker.ts";
import type { RawLine } from "./line-reader.ts";

/** Lines of a private key that follow its first one; no key is longer. */
const keyLines = 200;

/** Makes records of one stream's lines, without secrets. */
export class Records {
  readonly #stream: "stdout" | "stderr";
  readonly #runId: string | undefined;
  readonly #lineBytes: number;
  readonly #masker: Masker;
  /** How many more lines may be the body of a private key that was begun. */
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

  /** @param clean the masker has seen the line's bytes and found nothing */
  read(raw: RawLine, clean: boolean, now: string): { line: NewLine } | { metric: NewMetric } {
    const text = raw.bytes.toString("utf8", raw.start, raw.end);
    if (raw.cut) return { line: this.#cutLine(text, now) };
    const read = readLine(text, this.#stream, readExactJson);
    const hide = !clean || this.#insideKey > 0;
    const time = read.timestamp ?? now;
    const run = this.#runId === undefined ? {} : { runId: this.#runId };
    if (read.kind === "metric") {
      const { type, data } = read;
      return {
        metric: {
          ...run,
          time,
          ingestedAt: now,
          type: hide ? this.#masker.text(type) : type,
          data: hide ? this.#masker.value(data) : data,
        },
      };
    }
    const { level, message, fields } = read;
    const hasFields = Object.keys(fields).length > 0;
    return {
      line: {
        ...run,
        stream: this.#stream,
        level,
        time,
        ingestedAt: now,
        message: hide ? this.#hide(message) : message,
        ...(hasFields && { fields: hide ? this.#masker.value(fields) : fields }),
      },
    };
  }

  #cutLine(text: string, now: string): NewLine {
    const bytes = Buffer.from(this.#hide(text), "utf8");
    let end = Math.min(bytes.length, this.#lineBytes);
    // Not within a character: continuation bytes begin with binary 10.
    while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
    return {
      ...(this.#runId === undefined ? {} : { runId: this.#runId }),
      stream: this.#stream,
      level: this.#stream === "stderr" ? "error" : "info",
      time: now,
      ingestedAt: now,
      message: bytes.toString("utf8", 0, end),
      truncated: true,
    };
  }

  /** A private key comes line by line, and only its first line looks like one. */
  #hide(message: string): string {
    if (this.#insideKey > 0) {
      this.#insideKey--;
      const end = message.match(/-----END [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z0-9 ]{0,30}-----/);
      if (end) {
        this.#insideKey = 0;
        return this.#masker.text(message.slice((end.index ?? 0) + end[0].length));
      }
      message = message.replace(/[A-Za-z0-9+/=]{16,}|^[A-Za-z0-9+/=]+$/g, "********");
    } else if (/-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z0-9 ]{0,30}-----(?!.*-----END)/s.test(message)) {
      this.#insideKey = keyLines;
    }
    return this.#masker.text(message);
  }
}
