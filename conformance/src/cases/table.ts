import { Num, write } from "../json/index.ts";
import { type Entry, type MapNode, type Node, onlyEntry, toJson } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** A case without a table, or with one row of its table filled in. */
export interface Variant {
  /** Name of the row; null without a table. */
  name: string | null;
  /** Place of the row, or of the case. */
  at: number;
  /** The case without `table`, with the row's values filled in. */
  node: MapNode;
}

const variantName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns one variant for each row of the case's table, or the case itself if it has no table. */
export function expandTable(source: Source, template: MapNode): Variant[] {
  const rest = new Map([...template.entries].filter(([key]) => key !== "table"));
  const bare: MapNode = { ...template, entries: rest };
  const table = template.entries.get("table");
  if (!table) {
    const node = new Substitution(source, null).node(bare) as MapNode;
    return [{ name: null, at: template.at, node }];
  }
  if (table.value.kind !== "map" || table.value.entries.size === 0) {
    source.problem(table.value, "table must be an object with at least one row: {variant: {name: value}}");
    return [];
  }
  return [...table.value.entries].flatMap(([name, row]) => expandRow(source, bare, name, row));
}

function expandRow(source: Source, bare: MapNode, name: string, row: Entry): Variant[] {
  if (!variantName.test(name)) {
    source.problem(
      row.at,
      `the row name ${name} cannot be part of an id; use lower-case letters, digits and hyphens`,
    );
  }
  if (row.value.kind !== "map" || row.value.entries.size === 0) {
    source.problem(row.value, `the row ${name} must be an object with at least one value: {name: value}`);
    return [];
  }
  const substitution = new Substitution(source, row.value.entries);
  const node = substitution.node(bare) as MapNode;
  for (const [key, { at }] of row.value.entries) {
    if (!substitution.used.has(key)) {
      source.problem(at, `the case does not use ${key} of this row; write {$row: ${key}} or \${row.${key}}`);
    }
  }
  return [{ name, at: row.at, node }];
}

const broken = (at: number): Node => ({ kind: "scalar", at, value: null, broken: true });

class Substitution {
  readonly #source: Source;
  readonly #row: Map<string, Entry> | null;
  readonly used = new Set<string>();

  constructor(source: Source, row: Map<string, Entry> | null) {
    this.#source = source;
    this.#row = row;
  }

  node(node: Node): Node {
    if (node.kind === "scalar") {
      return typeof node.value === "string" ? { ...node, value: this.#text(node.value, node.at) } : node;
    }
    if (node.kind === "list") return { ...node, items: node.items.map((item) => this.node(item)) };
    const only = onlyEntry(node);
    if (only?.key === "$row") return this.#whole(only.value) ?? broken(node.at);
    const entries = new Map<string, Entry>();
    for (const [key, entry] of node.entries) {
      const name = this.#text(key, entry.at);
      if (entries.has(name)) this.#source.problem(entry.at, `duplicate key ${name}`);
      entries.set(name, { at: entry.at, value: this.node(entry.value) });
    }
    return { ...node, entries };
  }

  #whole(name: Node): Node | undefined {
    if (name.kind === "scalar" && typeof name.value === "string") return this.#value(name.value, name.at);
    this.#source.problem(name, "$row takes the name of a value in the table's rows, as a string");
    return undefined;
  }

  #text(text: string, at: number): string {
    return text.replace(/\$\{row\.([^}]*)\}/g, (whole, name: string) => {
      const value = this.#value(name, at);
      if (!value) return whole;
      const json = toJson(value);
      if (typeof json === "string") return json;
      return json instanceof Num ? json.raw : write(json);
    });
  }

  #value(name: string, at: number): Node | undefined {
    const found = this.#row?.get(name)?.value;
    this.used.add(name);
    if (found) return found;
    const problem = this.#row
      ? `this row has no ${name}; it has ${[...this.#row.keys()].join(", ")}`
      : `the case has no table, and so no value ${name}`;
    this.#source.problem(at, problem);
    return undefined;
  }
}
