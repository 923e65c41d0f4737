import { type LogLevel, readLevel } from "./level.ts";

const blank = /[ \t]/y;
const separators = /[ \t:|+-]+/y;
const digits = /\d[\d:.,/T+-]*(?:Z|[AP]M)?/y;
const enclosed = /\([^()]*\)|\{[^{}]*\}|<[^<>]*>/y;
const word = /[!-'*-9;=?-Z\\^-z~\u0080-\uffff]+/y;
const delimiter = /[ \t]*[:|\]]|[ \t]+-[ \t]/y;
const place = /[ \t]*\[|[ \t]+\d+[:/-]\d\d/y;
const gap = /\t|[ \t]{2}/y;
const column = / {8,}((DEBUG|INFO|WARNING|ERROR|CRITICAL) +)/y;
const capitals = /[ \t][A-Z]+(?=[ \t:|])/y;

const time = /\d\d[:/-]\d\d|^\d:\d\d/;
const zone = /^(?:AM|PM|UTC|GMT)$/;
const inCapitals = /^[A-Z]+$/;
/** Words for a level that also begin sentences. */
const ordinary = /^(?:information|alert|emergency)$/i;

/** More parts than any usual format has, so that reading a head costs little. */
const mostParts = 32;

/** Returns the level word that has only times, numbers, names, separators and parts in brackets before it [LOG-13]. */
export function levelWord(head: string): LogLevel | undefined {
  return new Head(head).level();
}

class Head {
  readonly #text: string;
  #at = 0;
  /** Whether a time or a square bracket has been passed. */
  #placed = false;
  /** Whether a square bracket is open. */
  #inside = false;

  constructor(text: string) {
    this.#text = text;
  }

  level(): LogLevel | undefined {
    const lastBracket = this.#text.lastIndexOf("]");
    if (this.#endOf(blank)) return this.#column();
    for (let part = 0; part < mostParts && this.#at < this.#text.length; part++) {
      const start = this.#at;
      const character = this.#text[start];
      if ((character === "[" && start < lastBracket) || (character === "]" && this.#inside)) {
        this.#inside = character === "[";
        this.#placed = true;
        this.#at++;
        continue;
      }
      const end = this.#endOf(separators) || this.#endOf(digits) || (this.#placed && this.#endOf(enclosed));
      this.#at = end || this.#endOf(word);
      if (this.#at === 0) return undefined;
      const found = this.#text.slice(start, this.#at);
      if (end) {
        this.#placed ||= time.test(found);
        continue;
      }
      const level = readLevel(found);
      if (level !== undefined && this.#isLevel(found)) return level;
      if (!this.#inside && !this.#isName(found)) return undefined;
    }
    return undefined;
  }

  /** The level of a line whose time is left out because it is that of the line before. */
  #column(): LogLevel | undefined {
    column.lastIndex = 0;
    const [, padded = "", level] = column.exec(this.#text) ?? [];
    return padded.length > 8 ? readLevel(level) : undefined;
  }

  /** Whether a level word that ends here is the line's level and not part of its message. */
  #isLevel(found: string): boolean {
    const isCapital = inCapitals.test(found);
    if (ordinary.test(found) && !this.#inside && !(this.#placed && isCapital)) return false;
    if (this.#endOf(delimiter)) return true;
    if (this.#placed && this.#endOf(isCapital ? blank : gap)) return true;
    return isCapital && this.#endOf(place) > 0;
  }

  /** Whether a word that ends here is a name and not the beginning of the message. */
  #isName(found: string): boolean {
    if (this.#endOf(delimiter) || this.#endOf(gap)) return true;
    if (found.includes(".") && this.#endOf(blank)) return true;
    if (!this.#placed) return false;
    const next = this.#endOf(capitals);
    return zone.test(found) || (next > 0 && readLevel(this.#text.slice(this.#at + 1, next)) !== undefined);
  }

  /** Returns where the match that begins here ends; 0 if there is none. */
  #endOf(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text) ? pattern.lastIndex : 0;
  }
}
