import { isObject, type Json, Num, write } from "../../json/index.ts";
import { fillText } from "../cases/names.ts";

/** Values of the placeholders of one run of a case. */
export class Names {
  readonly values = new Map<string, Json>();

  set(name: string, value: Json): void {
    this.values.set(name, value);
  }

  text(name: string): string | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    return typeof value === "string" ? value : value instanceof Num ? value.raw : write(value);
  }

  /** Returns a copy with all placeholders replaced; `{$kept: name}` becomes the value itself. */
  fill<T>(value: T): T {
    return this.#fill(value) as T;
  }

  #fill(value: unknown): unknown {
    if (typeof value === "string") return fillText(value, (name) => this.text(name));
    if (value === null || typeof value !== "object" || value instanceof Num) return value;
    if (Array.isArray(value)) return value.map((item) => this.#fill(item));
    if (value instanceof Map) {
      const kept = value.size === 1 ? value.get("$kept") : undefined;
      if (typeof kept === "string" && this.values.has(kept)) return this.values.get(kept);
      return new Map([...value].map(([key, inner]) => [this.#fill(key), this.#fill(inner)]));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [String(this.#fill(key)), this.#fill(inner)]),
    );
  }

  /** Replaces the values of this run by `${name}`, and times and request ids, so that the same failure always reads the same. */
  unfill(text: string): string {
    const known = [...this.values.keys()]
      .map((name) => [name, this.text(name)!] as const)
      .filter(([, value]) => value.length > 3)
      .sort(([, a], [, b]) => b.length - a.length);
    return known
      .reduce((result, [name, value]) => result.replaceAll(value, `\${${name}}`), text)
      .replace(/(?:\$\{\w+\}|\d{4}-\d\d-\d\d)T[\d:.]+Z/g, "${time}")
      .replace(/\breq_[0-9a-z]{16,}/g, "${request_id}");
  }
}

/** Follows `body.items.0.seq`; undefined if there is no such value. */
export function valueAt(value: Json | undefined, path: string[]): Json | undefined {
  let found = value;
  for (const part of path) {
    if (isObject(found)) found = found.get(part);
    else if (Array.isArray(found)) found = found.at(Number(part));
    else return undefined;
  }
  return found;
}
