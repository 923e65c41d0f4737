import type { RawLine } from "./line-reader.ts";

// JSON may spell this key with escapes too. No writer does, and such a metric is one where nothing has to be dropped.
const key = Buffer.from('"_metric"');

/** The places of the lines that hold the key of a metric: a look at the bytes, which costs far less than parsing. */
export function withMetricKey(lines: readonly RawLine[]): number[] {
  const found: number[] = [];
  let next = -1;
  for (let at = 0; at < lines.length; at++) {
    const { bytes, start, end, inPiece } = lines[at]!;
    if (isKey(bytes, start + 1)) {
      found.push(at);
      continue;
    }
    if (!inPiece) {
      if (bytes.subarray(start, end).includes(key)) found.push(at);
      continue;
    }
    // The lines of a piece lie in one buffer, one behind the other: it is searched once for all of them.
    if (next < start) next = bytes.indexOf(key, start);
    if (next === -1) next = bytes.length;
    if (next < end) found.push(at);
  }
  return found;
}

/** As every SDK writes it: found without a search. Bytes behind the line are another line's, which a line feed parts. */
function isKey(bytes: Buffer, at: number): boolean {
  for (let n = 0; n < key.length; n++) if (bytes[at + n] !== key[n]) return false;
  return true;
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);
const colon = 0x3a;
const comma = 0x2c;
const space = new Set([0x20, 0x09, 0x0d]);

/**
 * Where the type of a metric begins, in a line that need not be whole: the value of `_metric` at the top of an object,
 * behind its opening quote. `undefined` for any other line. Nothing is parsed.
 */
export function typeStart({ bytes, start, end }: RawLine): number | undefined {
  let at = skipSpace(bytes, start, end);
  if (bytes[at] !== 0x7b) return undefined;
  let depth = 0;
  let inKey = true;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === quote) {
      if (inKey && isKey(bytes, at)) return textValue(bytes, at + key.length, end);
      at = stringEnd(bytes, at, end);
    } else if (opening.has(byte)) depth++;
    else if (closing.has(byte)) depth--;
    else if (depth === 1 && byte === colon) inKey = false;
    else if (depth === 1 && byte === comma) inKey = true;
  }
  return undefined;
}

/** The type that begins there, as far as the line is kept. */
export function typeAt({ bytes, end }: RawLine, start: number): string {
  const text = bytes.toString("utf8", start, stringEnd(bytes, start - 1, end));
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** Behind the opening quote of a non-empty string. */
function textValue(bytes: Buffer, from: number, end: number): number | undefined {
  let at = skipSpace(bytes, from, end);
  if (bytes[at] !== colon) return undefined;
  at = skipSpace(bytes, at + 1, end);
  return at + 1 < end && bytes[at] === quote && bytes[at + 1] !== quote ? at + 1 : undefined;
}

function skipSpace(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && space.has(bytes[at]!)) at++;
  return at;
}

/** The closing quote of the string whose opening quote is at `from`; the end where it is not closed. */
function stringEnd(bytes: Buffer, from: number, end: number): number {
  for (let at = from + 1; ; at++) {
    at = bytes.indexOf(quote, at);
    if (at === -1 || at >= end) return end;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes++;
    // An odd number of them escapes the quote.
    if (slashes % 2 === 0) return at;
  }
}
