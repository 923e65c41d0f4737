/** A number as it is written in a document: `1.10` and 20 digits stay what they are. */
export class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Exact = null | boolean | string | WrittenNumber | Exact[] | { [name: string]: Exact };

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Reads a JSON document without rounding its numbers.
 *
 * @throws {SyntaxError} if it is not JSON
 * @throws {RangeError} if it is nested too deeply to be walked
 */
export function readExact(text: string): Exact {
  const exact: Reviver = (_, value, context) =>
    typeof value === "number" ? new WrittenNumber(context?.source ?? String(value)) : value;
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]) as Exact;
}

/** Writes what {@link readExact} has read, indented by two spaces. */
export function writeExact(value: Exact, indent = ""): string {
  if (value instanceof WrittenNumber) return value.text;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => writeExact(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${writeExact(one, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

export const isObject = (value: Exact): value is { [name: string]: Exact } =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof WrittenNumber);
