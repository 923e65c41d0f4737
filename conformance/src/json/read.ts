import { type Json, type JsonObject, Num } from "./value.ts";

/** Text that is not exactly one valid JSON document. The message names the place. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

const maxDepth = 4000;

/**
 * Reads one JSON document strictly and without loss. Beyond RFC 8259 it refuses duplicate keys, unpaired surrogates,
 * numbers beyond the range of a double and a byte order mark.
 *
 * @throws {Malformed} if the text is not one such document
 */
export function read(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/**
 * Decodes bytes, given as Latin-1 text, as UTF-8.
 *
 * @throws {Malformed} if the bytes are not valid UTF-8
 */
export function decodeUtf8(bytes: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    throw new Malformed("bytes that are not UTF-8");
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Json {
    if (depth > maxDepth) throw new Malformed(`nesting deeper than ${maxDepth}`);
    this.#space();
    const char = this.#text[this.#at];
    if (char === "{") return this.#object(depth);
    if (char === "[") return this.#array(depth);
    if (char === '"') return this.#string();
    for (const [word, value] of words) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) throw this.#wrong("text after the document");
  }

  #object(depth: number): JsonObject {
    const object: JsonObject = new Map();
    this.#at++;
    if (this.#takes("}")) return object;
    for (;;) {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#wrong("expected a key");
      const key = this.#string();
      if (object.has(key)) throw this.#wrong(`duplicate key ${JSON.stringify(key)}`);
      if (!this.#takes(":")) throw this.#wrong("expected a colon after the key");
      object.set(key, this.value(depth + 1));
      if (this.#takes("}")) return object;
      if (!this.#takes(",")) throw this.#wrong("expected a comma or }");
    }
  }

  #array(depth: number): Json[] {
    const array: Json[] = [];
    this.#at++;
    if (this.#takes("]")) return array;
    for (;;) {
      array.push(this.value(depth + 1));
      if (this.#takes("]")) return array;
      if (!this.#takes(",")) throw this.#wrong("expected a comma or ]");
    }
  }

  #string(): string {
    stringToken.lastIndex = this.#at;
    const [token] = stringToken.exec(this.#text) ?? [];
    if (token === undefined) throw this.#wrong("an invalid string");
    const text = JSON.parse(token) as string;
    if (!text.isWellFormed()) throw this.#wrong("an unpaired surrogate");
    this.#at += token.length;
    return text;
  }

  #number(): Num {
    numberToken.lastIndex = this.#at;
    const [token] = numberToken.exec(this.#text) ?? [];
    if (token === undefined)
      throw this.#wrong(this.#at < this.#text.length ? "not a JSON value" : "unexpected end");
    if (!Number.isFinite(Number(token))) throw this.#wrong("a number that exceeds the range of a double");
    this.#at += token.length;
    return new Num(token);
  }

  #takes(char: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    while (" \t\n\r".includes(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #wrong(problem: string): Malformed {
    const start = Math.max(0, this.#at - 20);
    const near = this.#text.slice(start, this.#at + 20);
    return new Malformed(`${problem} at position ${this.#at}, near ${JSON.stringify(near)}`);
  }
}

const words: [string, Json][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string must not contain control characters.
const stringToken = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Whether the text has white space between its tokens, which the contract does not allow [JSON-1]. */
export function hasSpaceBetweenTokens(text: string): boolean {
  return /\s/.test(text) && /\s/.test(text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""'));
}
