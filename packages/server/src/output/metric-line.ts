import type { RawLine } from "@botyard/runtime";

// A key written with escapes is not found here; such a metric is still accepted where nothing has to be dropped.
const key = Buffer.from('"_metric"');

/** Returns the indices of the lines that contain the key of a metric. A byte search is much cheaper than parsing. */
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
    // The lines of a piece are adjacent in one buffer, which is searched once for all of them.
    if (next < start) next = bytes.indexOf(key, start);
    if (next === -1) next = bytes.length;
    if (next < end) found.push(at);
  }
  return found;
}

/** Whether the key is at this place, where every SDK writes it. It cannot match beyond the line feed. */
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
 * Returns where the type of a metric begins: after the opening quote of the value of `_metric` at the top level of an
 * object. The line may be incomplete and is not parsed. Returns `undefined` for any other line.
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

/** Returns the type that begins at `start`, as far as the line is kept. */
export function typeAt({ bytes, end }: RawLine, start: number): string {
  const text = bytes.toString("utf8", start, stringEnd(bytes, start - 1, end));
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** Returns the position after the opening quote of a non-empty string value. */
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

/** Returns the closing quote of the string whose opening quote is at `from`, or `end` if it is not closed. */
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
