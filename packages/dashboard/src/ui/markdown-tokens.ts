import { Lexer, type Token, Tokenizer, type Tokens } from "marked";

export const longestRead = 200_000;
const deepest = 20;
/** Characters that may be looked at in search of the ends of emphasis; a text of people needs about ten for each of its own. */
const mostWork = 50_000_000;

class TooHard extends Error {}

/** Refuses a text whose reading would take minutes, or more stack than there is: some are written to do that. */
class Bounded extends Tokenizer {
  #depth = 0;
  #work = 0;

  override blockquote(text: string): Tokens.Blockquote | undefined {
    return this.#inside(() => super.blockquote(text));
  }

  override list(text: string): Tokens.List | undefined {
    return this.#inside(() => super.list(text));
  }

  override emStrong(text: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    this.#count(text);
    return this.#inside(() => super.emStrong(text, masked, before));
  }

  override del(...given: Parameters<Tokenizer["del"]>): Tokens.Del | undefined {
    this.#count(given[0]);
    return this.#inside(() => super.del(...given));
  }

  #inside<Found>(read: () => Found): Found {
    if (this.#depth === deepest) throw new TooHard();
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  #count(text: string): void {
    this.#work += text.length;
    if (this.#work > mostWork) throw new TooHard();
  }
}

/** Reads a text in Markdown, at most its beginning. Returns `undefined` if that is nested too deeply or too much work. */
export function readMarkdown(text: string): Token[] | undefined {
  try {
    return new Lexer({ gfm: true, tokenizer: new Bounded() }).lex(text.slice(0, longestRead));
  } catch (error) {
    if (error instanceof TooHard || error instanceof RangeError) return undefined;
    throw error;
  }
}
