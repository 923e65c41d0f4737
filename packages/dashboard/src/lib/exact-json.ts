import { isObject } from "./changes.ts";

/** Newer than the types of TypeScript. */
const json = JSON as typeof JSON & { rawJSON?(text: string): unknown };

/** A number as it is written: `1.10`, `1e400` and 20 digits stay what they are, on the page and in what is sent. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    if (json.rawJSON) return json.rawJSON(this.text);
    // An old browser. A text instead of a number is refused by the platform; a rounded number would be stored.
    return isExact(this.text) ? Number(this.text) : this.text;
  }

  toString(): string {
    return this.text;
  }
}

/** A document whose numbers keep their text. */
export type Exact = null | boolean | string | WrittenNumber | Exact[] | { [name: string]: Exact };

export const isExactObject = (value: Exact): value is { [name: string]: Exact } => isObject(value);

/** Reads a number as a user writes it. Returns `undefined` for a text that is no number. */
export function readNumber(text: string): number | WrittenNumber | undefined {
  const [, sign = "", whole = "", fraction = "", power = ""] =
    /^([-+]?)(\d*)(?:\.(\d*))?(e[-+]?\d+)?$/i.exec(text) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const source = `${sign === "-" ? "-" : ""}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction && `.${fraction}`}${power}`;
  return isExact(source) ? Number(source) : new WrittenNumber(source);
}

/**
 * Reads JSON that a form edits: only the numbers that a double would round keep their text.
 *
 * @throws {SyntaxError} if it is not JSON
 */
export const readJson = (text: string): unknown =>
  parse(text, (value, source) => (source === undefined ? value : readNumber(source)));

/**
 * Reads JSON that is shown: every number keeps its text, because `1.10` is not what a reader expects as `1.1`.
 *
 * @throws {SyntaxError} if it is not JSON
 * @throws {RangeError} if it is nested too deeply to be walked
 */
export const readExact = (text: string): Exact =>
  parse(text, (value, source) => new WrittenNumber(source ?? String(value))) as Exact;

function parse(text: string, asNumber: (value: number, source: string | undefined) => unknown): unknown {
  const revive = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" ? asNumber(value, context?.source) : value;
  return JSON.parse(text, revive);
}

/** Why a value cannot be sent at all: a number that no double is near, which the platform takes for broken JSON or for zero. */
export function faultOfRange(value: unknown): string | undefined {
  if (value instanceof WrittenNumber) {
    if (isExact(value.text)) return undefined;
    const nearest = Number(value.text);
    if (nearest === 0) return `${value.text} is too close to zero; write 0, or at least 5e-324.`;
    return Number.isFinite(nearest)
      ? undefined
      : `${value.text} is beyond the range of numbers, which ends at about 1.8e308.`;
  }
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(faultOfRange)
    .find((fault) => fault !== undefined);
}

/** Whether a double has the value of the text. */
function isExact(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && plain(String(value)) === plain(text);
}

/** The digits of a number without zeros at either end, and the power of ten. */
function plain(text: string): string {
  const [, whole = "", fraction = "", power = "0"] = /(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  let length = digits.length;
  while (length > 0 && digits[length - 1] === "0") length -= 1;
  return length === 0
    ? "0"
    : `${digits.slice(0, length)}e${Number(power) - fraction.length + digits.length - length}`;
}
