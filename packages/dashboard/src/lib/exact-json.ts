/** Newer than the types of TypeScript. */
const json = JSON as typeof JSON & { rawJSON?(text: string): unknown };

/** A number that a double would round. It is sent as it was written, so that the platform refuses it instead of rounding it. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    // As a string in an old browser: a wrong type is refused, a rounded number would be stored.
    return json.rawJSON ? json.rawJSON(this.source) : this.source;
  }

  toString(): string {
    return this.source;
  }
}

/** Reads a number as a user writes it. Returns `undefined` for a text that is no number. */
export function readNumber(text: string): number | ExactNumber | undefined {
  const [, sign = "", whole = "", fraction = "", power = ""] =
    /^([-+]?)(\d*)(?:\.(\d*))?(e[-+]?\d+)?$/i.exec(text) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const source = `${sign === "-" ? "-" : ""}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction && `.${fraction}`}${power}`;
  const value = Number(source);
  return Number.isFinite(value) && plain(String(value)) === plain(source) ? value : new ExactNumber(source);
}

/** Parses JSON; numbers that a double would round keep their text. */
export function readJson(text: string): unknown {
  const keep = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined ? readNumber(context.source) : value;
  return JSON.parse(text, keep);
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
