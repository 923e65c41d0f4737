/**
 * A scanner for the bytes of a JSON document. It finds the start and end of values and detects invalid JSON. Parsing and
 * serialising would lose large integers, the order of keys and the spelling of numbers [JSON].
 */
const quoteByte = 0x22;
const backslashByte = 0x5c;
const commaByte = 0x2c;
const colonByte = 0x3a;
const openArrayByte = 0x5b;
const closeArrayByte = 0x5d;
const openObjectByte = 0x7b;
const closeObjectByte = 0x7d;

const literals = new Map<number | undefined, string>(
  ["true", "false", "null"].map((word) => [word.charCodeAt(0), word]),
);
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function skipSpace(bytes: Buffer, at: number): number {
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

/** Returns the end of the value that starts at `at`, in a document that is known to be valid. */
export function endOfValue(bytes: Buffer, at: number): number {
  let depth = 0;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quoteByte) at = endOfString(bytes, at) - 1;
    else if (byte === openArrayByte || byte === openObjectByte) depth++;
    else if (byte === closeArrayByte || byte === closeObjectByte) depth--;
    else if (depth > 0 || !isDelimiter(bytes[at + 1])) continue;
    if (depth === 0) return at + 1;
  }
  return at;
}

/** Returns the position after the string that starts at `at`, in a document that is known to be valid. */
export function endOfString(bytes: Buffer, at: number): number {
  for (let end = bytes.indexOf(quoteByte, at + 1); ; end = bytes.indexOf(quoteByte, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslashByte) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
}

/** Returns true if the byte ends a number or a literal. */
function isDelimiter(byte: number | undefined): boolean {
  return (
    byte === undefined ||
    byte <= 0x20 ||
    byte === commaByte ||
    byte === closeArrayByte ||
    byte === closeObjectByte
  );
}

/** Returns the end of the value that starts at `at`, or -1 if it is invalid. Not recursive, so depth is not limited. */
export function skipValue(bytes: Buffer, at: number): number {
  const closers: number[] = [];
  for (;;) {
    at = skipSpace(bytes, at);
    const byte = bytes[at];
    if (byte === openArrayByte || byte === openObjectByte) {
      const closer = byte === openArrayByte ? closeArrayByte : closeObjectByte;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== closer) {
        closers.push(closer);
        if (closer === closeObjectByte) at = skipKey(bytes, at);
        if (at < 0) return -1;
        continue;
      }
      at++;
    } else {
      at = byte === quoteByte ? skipString(bytes, at) : skipWord(bytes, at);
      if (at < 0) return -1;
    }
    // A value has ended: close the containers that end with it, then continue after the comma.
    for (;;) {
      if (closers.length === 0) return at;
      at = skipSpace(bytes, at);
      if (bytes[at] !== closers.at(-1)) break;
      closers.pop();
      at++;
    }
    if (bytes[at] !== commaByte) return -1;
    at = skipSpace(bytes, at + 1);
    if (closers.at(-1) === closeObjectByte) at = skipKey(bytes, at);
    if (at < 0) return -1;
  }
}

/** Returns the position after a key and its colon, or -1. */
function skipKey(bytes: Buffer, at: number): number {
  if (bytes[at] !== quoteByte) return -1;
  const end = skipString(bytes, at);
  if (end < 0) return -1;
  const colon = skipSpace(bytes, end);
  return bytes[colon] === colonByte ? colon + 1 : -1;
}

function skipString(bytes: Buffer, at: number): number {
  for (at++; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quoteByte) return at + 1;
    if (byte < 0x20) return -1;
    if (byte !== backslashByte) continue;
    at = skipEscape(bytes, at);
    if (at < 0) return -1;
  }
  return -1;
}

/** Returns the position of the last byte of an escape, or -1. A lone surrogate is invalid [JSON]. */
function skipEscape(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1];
  if (kind !== 0x75)
    return kind !== undefined && '"\\/bfnrt'.includes(String.fromCharCode(kind)) ? at + 1 : -1;
  const unit = unitAt(bytes, at);
  if (unit < 0 || (unit >= 0xdc00 && unit <= 0xdfff)) return -1;
  if (unit < 0xd800 || unit > 0xdbff) return at + 5;
  const low = unitAt(bytes, at + 6);
  return low >= 0xdc00 && low <= 0xdfff ? at + 11 : -1;
}

function unitAt(bytes: Buffer, at: number): number {
  const text = bytes.toString("latin1", at, at + 6);
  return /^\\u[0-9a-fA-F]{4}$/.test(text) ? Number.parseInt(text.slice(2), 16) : -1;
}

/** Returns the end of `true`, `false`, `null` or a number within the range of a double, or -1 [JSON]. */
function skipWord(bytes: Buffer, at: number): number {
  const literal = literals.get(bytes[at]);
  if (literal) {
    const end = at + literal.length;
    return bytes.toString("latin1", at, end) === literal ? end : -1;
  }
  let end = at;
  while (isNumeric(bytes[end])) end++;
  const text = bytes.toString("latin1", at, end);
  return number.test(text) && Number.isFinite(Number(text)) ? end : -1;
}

/** Returns true for digits, signs, points and exponents. */
function isNumeric(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    (byte | 0x20) === 0x65
  );
}
