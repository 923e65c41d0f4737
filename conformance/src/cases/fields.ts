import { Num } from "../json/index.ts";
import { suggestion } from "./nearest.ts";
import type { Entry, MapNode, Node } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Reads the fields of an object with known keys. Faults are added to the source's problems and reading continues. */
export class Fields {
  readonly source: Source;
  readonly at: number;
  /** Name of the object in messages: `a case`. */
  readonly #what: string;
  readonly #entries: Map<string, Entry>;

  private constructor(source: Source, node: MapNode, what: string) {
    this.source = source;
    this.at = node.at;
    this.#what = what;
    this.#entries = node.entries;
  }

  /** Returns undefined and adds a problem if the node is not an object; unknown keys are problems. */
  static of(source: Source, node: Node, what: string, known: readonly string[]): Fields | undefined {
    if (node.kind !== "map") {
      source.problem(node, `${what} must be an object, not ${describe(node)}`);
      return undefined;
    }
    for (const [key, { at }] of node.entries) {
      if (!known.includes(key)) source.problem(at, `${what} has no key ${key}: ${suggestion(key, known)}`);
    }
    return new Fields(source, node, what);
  }

  get(key: string): Node | undefined {
    return this.#entries.get(key)?.value;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Returns the place of a key or, if it is absent, of the object. */
  placeOf(key: string): number {
    return this.#entries.get(key)?.at ?? this.at;
  }

  required(key: string): Node | undefined {
    const node = this.get(key);
    if (!node) this.source.problem(this.at, `${this.#what} needs the key ${key}`);
    return node;
  }

  problem(key: string, message: string): void {
    this.source.problem(this.placeOf(key), message);
  }

  text(key: string): string | undefined {
    const node = this.get(key);
    return node && textOf(this.source, node, key);
  }

  requiredText(key: string): string | undefined {
    const node = this.required(key);
    return node && textOf(this.source, node, key);
  }

  /** Returns one of the words (default: the first). */
  word<Word extends string>(key: string, words: readonly [Word, ...Word[]]): Word {
    const node = this.get(key);
    const text = node && textOf(this.source, node, key);
    if (text === undefined) return words[0];
    if ((words as readonly string[]).includes(text)) return text as Word;
    this.source.problem(node!, `${key} cannot be ${text}: ${suggestion(text, words)}`);
    return words[0];
  }

  /** Reads a key that must be absent or `true`. */
  flag(key: string): boolean {
    const node = this.get(key);
    if (!node) return false;
    if (node.kind !== "scalar" || node.value !== true) {
      this.source.problem(node, `${key} must be true or absent, not ${describe(node)}`);
    }
    return true;
  }

  list(key: string): Node[] {
    const node = this.get(key);
    return node ? listOf(this.source, node, key) : [];
  }

  texts(key: string): { text: string; at: number }[] {
    return this.list(key).flatMap((item) => {
      const text = textOf(this.source, item, `each item of ${key}`);
      return text === undefined ? [] : [{ text, at: item.at }];
    });
  }

  /** Returns the entries of an object with any keys. */
  entries(key: string): [string, Entry][] {
    const node = this.get(key);
    if (!node) return [];
    if (node.kind === "map") return [...node.entries];
    this.source.problem(node, `${key} must be an object, not ${describe(node)}`);
    return [];
  }
}

export function textOf(source: Source, node: Node, what: string): string | undefined {
  if (node.kind === "scalar" && node.broken) return undefined;
  if (node.kind === "scalar" && typeof node.value === "string") return node.value;
  const hint = node.kind === "scalar" ? "; quote it" : "";
  source.problem(node, `${what} must be a string, not ${describe(node)}${hint}`);
  return undefined;
}

export function listOf(source: Source, node: Node, what: string): Node[] {
  if (node.kind === "list") return node.items;
  source.problem(node, `${what} must be a list, not ${describe(node)}`);
  return [];
}

/** Describes a value for a message. */
export function describe(node: Node): string {
  if (node.kind === "map") return node.entries.size === 0 ? "{}" : `{${[...node.entries.keys()].join(", ")}}`;
  if (node.kind === "list") return "a list";
  if (typeof node.value === "string") return `the string ${JSON.stringify(node.value)}`;
  return node.value instanceof Num ? `the number ${node.value.raw}` : String(node.value);
}
