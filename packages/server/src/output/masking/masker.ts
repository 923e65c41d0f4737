import { numberOf } from "@botyard/core";
import { hiddenValue as mask } from "@botyard/manifest";
import { Automaton } from "./automaton.ts";
import { escapeMarkers, escapes, formsOf } from "./forms.ts";
import { hidesAllBelow, hidesValue, maskNamed, nameMarkers } from "./names.ts";
import { maskShapes, shapeMarkers } from "./shapes.ts";

const suspicious = 1;
const address = 2;
const user = 4;

const general = new Automaton([
  // `\u` may stand for any character once the line is parsed.
  ...[...nameMarkers, ...shapeMarkers, "\\u"].map((text) => ({ text, flag: suspicious })),
  { text: "://", flag: address },
  { text: "@", flag: user },
]);

/** Masks secrets in a bot's output: those of its config in common encodings, values with secret names, known formats. */
export class Masker {
  readonly #own: Automaton | undefined;
  readonly #literal: RegExp | undefined;
  readonly #edges: RegExp | undefined;
  readonly #escaped: RegExp | undefined;
  /** How many texts had something to hide. */
  hits = 0;

  /** @param secrets values to mask; those shorter than six characters are masked only by name or format */
  constructor(secrets: readonly string[] = []) {
    const { markers, literal, edges, escaped } = formsOf(secrets);
    this.#literal = literal;
    this.#edges = edges;
    this.#escaped = escaped;
    if (literal) {
      const spaced = secrets.some((secret) => secret.includes(" ")) ? ["+"] : [];
      const texts = [...markers, ...escapeMarkers, ...spaced];
      this.#own = new Automaton(texts.map((text) => ({ text, flag: suspicious })));
    }
  }

  /**
   * Returns true if these bytes of output certainly contain no secret, neither as text nor parsed as JSON lines. Meant
   * for large pieces: most output is clean and then need not be checked line by line.
   */
  isClean(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
    const found = general.scan(bytes, start, end, suspicious);
    if (found & suspicious || found === (address | user)) return false;
    return this.#own === undefined || this.#own.scan(bytes, start, end, suspicious) === 0;
  }

  text(text: string): string {
    const masked = this.#masked(text);
    if (masked !== text) this.hits++;
    return masked;
  }

  #masked(text: string): string {
    if (this.#literal) {
      text = text.replace(this.#literal, mask);
      if (this.#edges) text = text.replace(this.#edges, mask);
      if (this.#escaped && escapes.test(text)) text = text.replace(this.#escaped, mask);
    }
    return maskShapes(maskNamed(text, mask), mask);
  }

  /** Returns a copy of a JSON value with secrets masked, in keys too. */
  value<T>(value: T): T {
    return this.#value(value, false) as T;
  }

  /** Whether a number is a secret that consists of digits. */
  #isSecret(value: unknown): boolean {
    return this.#literal !== undefined && JSON.stringify(value).replace(this.#literal, mask) === mask;
  }

  #value(value: unknown, hidden: boolean): unknown {
    if (typeof value === "string") return hidden && value !== "" ? mask : this.text(value);
    if (numberOf(value) !== undefined) return hidden || this.#isSecret(value) ? mask : value;
    if (Array.isArray(value)) return value.map((item) => this.#value(item, hidden));
    if (typeof value !== "object" || value === null) return value;
    // Without a prototype, `__proto__` is an ordinary key.
    const copy: Record<string, unknown> = Object.create(null);
    for (const [key, item] of Object.entries(value)) {
      const plain = typeof item === "string" ? item : numberOf(item);
      copy[this.text(key)] = this.#value(
        item,
        hidden || (plain === undefined ? hidesAllBelow(key) : hidesValue(key, plain)),
      );
    }
    return copy;
  }
}
