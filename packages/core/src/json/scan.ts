import { maxDepth } from "./value.ts";

/** The first place at which a text is not valid JSON. */
export type JsonFault = { position: number; problem: string };

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literalToken = /true|false|null/y;
const whiteSpace = /[ \t\r\n]*/y;

/**
 * Finds the first place where a text is not JSON by the contract [JSON-6]; returns undefined if there is none.
 *
 * It is slower than JSON.parse, which reports no position and detects neither overflow nor unpaired surrogates, so it
 * is used only if JSON.parse failed or the text may contain one of these.
 */
export function scanJson(text: string): JsonFault | undefined {
  const open: string[] = [];
  let at = skip(text, 0);
  for (;;) {
    // A value begins here.
    const first = text[at];
    if (first === "{" || first === "[") {
      if (open.length >= maxDepth) return fault(at, `nesting deeper than ${maxDepth} levels`);
      open.push(first);
      at = skip(text, at + 1);
      if (text[at] === (first === "{" ? "}" : "]")) {
        open.pop();
        at++;
      } else if (first === "{") {
        const key = member(text, at);
        if (typeof key !== "number") return key;
        at = key;
        continue;
      } else continue;
    } else {
      const end = scalar(text, at);
      if (typeof end !== "number") return end;
      at = end;
    }
    // A value has ended; the arrays and objects around it may end too.
    for (;;) {
      at = skip(text, at);
      const inside = open.at(-1);
      if (inside === undefined) return at === text.length ? undefined : fault(at, "text after the end");
      const next = text[at];
      if (next === ",") {
        at = skip(text, at + 1);
        if (inside === "{") {
          const key = member(text, at);
          if (typeof key !== "number") return key;
          at = key;
        }
        break;
      }
      if (next !== (inside === "{" ? "}" : "]"))
        return expected(text, at, inside === "{" ? '"," or "}"' : '"," or "]"');
      open.pop();
      at++;
    }
  }
}

function fault(position: number, problem: string): JsonFault {
  return { position, problem };
}

function expected(text: string, at: number, what: string): JsonFault {
  return fault(at, at >= text.length ? `the text ends where ${what} is expected` : `expected ${what}`);
}

function skip(text: string, at: number): number {
  whiteSpace.lastIndex = at;
  whiteSpace.test(text);
  return whiteSpace.lastIndex;
}

/** Reads a key and its colon; returns the position of the value. */
function member(text: string, at: number): number | JsonFault {
  if (text[at] !== '"') return expected(text, at, "a key in double quotes");
  const end = string(text, at);
  if (typeof end !== "number") return end;
  const colon = skip(text, end);
  return text[colon] === ":" ? skip(text, colon + 1) : expected(text, colon, '":"');
}

function scalar(text: string, at: number): number | JsonFault {
  if (text[at] === '"') return string(text, at);
  for (const token of [numberToken, literalToken]) {
    token.lastIndex = at;
    if (!token.test(text)) continue;
    const end = token.lastIndex;
    if (token === numberToken && !Number.isFinite(Number(text.slice(at, end))))
      return fault(at, "a number beyond the range of a double");
    return end;
  }
  return expected(text, at, "a value");
}

function string(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return fault(at, "a raw control character in a string");
    if (unit === 0x5c) {
      const end = escaped(text, at);
      if (typeof end !== "number") return end;
      at = end - 1;
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      if (unit >= 0xdc00 || !isLow(text.charCodeAt(at + 1))) return fault(at, "an unpaired surrogate");
      at++;
    }
  }
  return expected(text, text.length, "a closing double quote");
}

/** Reads an escape, or two for a surrogate pair; returns the position after it. */
function escaped(text: string, at: number): number | JsonFault {
  if (text[at + 1] !== "u")
    return /["\\/bfnrt]/.test(text[at + 1] ?? "") ? at + 2 : fault(at, "an unknown escape");
  const unit = hex(text, at + 2);
  if (unit === undefined) return fault(at, "an escape without four hex digits");
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  const pair = unit < 0xdc00 && text[at + 6] === "\\" && text[at + 7] === "u" ? hex(text, at + 8) : undefined;
  return pair !== undefined && isLow(pair) ? at + 12 : fault(at, "an unpaired surrogate escape");
}

function hex(text: string, at: number): number | undefined {
  const digits = text.slice(at, at + 4);
  return /^[\da-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
