import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseAllDocuments,
  type Scalar,
} from "yaml";
import type { Problem } from "../../bad-input.ts";
import type { Entry, Node } from "./node.ts";
import { readPlain } from "./plain.ts";

/** A parsed YAML file and the problems found in it so far. */
export interface Source {
  /** Name in messages. */
  file: string;
  text: string;
  /** Undefined if the text is not one document; otherwise present even if there are problems. */
  root: Node | undefined;
  problems: Problem[];
  /** Returns line and column, from 1, of an offset into the text. */
  placeOf(offset: number): { line: number; column: number };
  /** Adds a problem at a node or an offset; ignored at a broken node, which already has one. */
  problem(at: { at: number; broken?: true } | number, message: string): void;
}

/**
 * Reads unambiguous YAML: one document, no anchors, aliases, tags, merge keys, duplicate keys or empty values, and
 * unquoted scalars only if they are JSON words, JSON numbers or clearly text. Everything else is added to `problems`.
 */
export function readYaml(text: string, file: string): Source {
  const lines = new LineCounter();
  const problems: Problem[] = [];
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const source: Source = {
    file,
    text,
    root: undefined,
    problems,
    placeOf,
    problem: (at, message) => {
      if (typeof at !== "number" && at.broken) return;
      problems.push({ file, ...placeOf(typeof at === "number" ? at : at.at), message });
    },
  };
  if (text.startsWith("\uFEFF")) {
    source.problem(0, "the file begins with a byte order mark; remove it");
    return source;
  }
  const documents = parseAllDocuments(text, {
    schema: "failsafe",
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: "silent",
  });
  if (!Array.isArray(documents) || documents.length === 0 || documents[0]?.contents === null) {
    source.problem(0, "the file is empty; write [] for an empty list");
    return source;
  }
  const [first, second] = documents as Document.Parsed[];
  if (second) source.problem(second.range[0], "a file must be one YAML document; a second one begins here");
  if (first!.directives.yaml.explicit) source.problem(0, "a %YAML directive has no effect here; remove it");
  // Later errors mostly follow from the first one.
  const [fault] = first!.errors;
  if (fault) {
    const sentence = fault.message.split("\n", 1)[0]!;
    source.problem(fault.pos[0], `invalid YAML: ${sentence[0]!.toLowerCase()}${sentence.slice(1)}`);
  }
  if (problems.length > 0) return source;
  source.root = new Reading(source).node(first!.contents as YamlNode, 0);
  return source;
}

type YamlNode = Pair["key"];

class Reading {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  node(node: YamlNode, behind: number): Node {
    if (isAlias(node)) {
      const at = node.range?.[0] ?? behind;
      this.#source.problem(at, `*${node.source} is an alias; write the value itself`);
      return nothing(at);
    }
    if (isScalar(node)) return this.#scalar(node, behind);
    if (isSeq(node)) {
      const at = this.#properties(node, behind);
      return { kind: "list", at, items: node.items.map((item) => this.node(item, at)) };
    }
    if (isMap(node)) {
      const at = this.#properties(node, behind);
      const entries = new Map<string, Entry>();
      for (const pair of node.items) this.#pair(pair, entries, at);
      return { kind: "map", at, entries };
    }
    this.#source.problem(behind, 'a value is missing; write null, "", [] or {}');
    return nothing(behind);
  }

  #pair({ key, value }: Pair, entries: Map<string, Entry>, behind: number): void {
    const name = this.node(key, behind);
    const text = name.kind === "scalar" ? name.value : undefined;
    const inner = this.node(value, name.at);
    if (typeof text !== "string") {
      const shown = name.kind === "scalar" ? `the key ${text}` : `a ${name.kind}`;
      this.#source.problem(name, `${shown} is not a string; keys must be strings, quoted where necessary`);
      return;
    }
    const earlier = entries.get(text);
    if (earlier) {
      const { line } = this.#source.placeOf(earlier.at);
      this.#source.problem(name, `duplicate key ${text}; it is already in line ${line}`);
      return;
    }
    entries.set(text, { at: name.at, value: inner });
  }

  #scalar(node: Scalar, behind: number): Node {
    const at = this.#properties(node, behind);
    const text = String(node.value);
    if (node.type !== "PLAIN") return { kind: "scalar", at, value: this.#wellFormed(text, at) };
    const plain = readPlain(text);
    if ("value" in plain) return { kind: "scalar", at, value: plain.value };
    this.#source.problem(at, plain.problem);
    return { kind: "scalar", at, value: text, broken: true };
  }

  #wellFormed(text: string, at: number): string {
    if (text.isWellFormed()) return text;
    this.#source.problem(at, "the string contains an unpaired surrogate; use {$make: lone-surrogate}");
    return text.toWellFormed();
  }

  #properties(node: { anchor?: string | undefined; tag?: string; range?: unknown }, behind: number): number {
    const at = Array.isArray(node.range) ? (node.range as number[])[0]! : behind;
    if (node.anchor !== undefined) {
      this.#source.problem(at, `&${node.anchor} is an anchor; write the value wherever it is needed`);
    }
    if (node.tag !== undefined) this.#source.problem(at, `${shortTag(node.tag)} is a tag; remove it`);
    return at;
  }
}

const nothing = (at: number): Node => ({ kind: "scalar", at, value: null, broken: true });
const shortTag = (tag: string): string => tag.replace(/^tag:yaml\.org,2002:/, "!!");
