import { patternOf, secretNames } from "@botyard/manifest";

const between = "[-_. ]?";
const strong = patternOf(secretNames.strong, between);
// "author" and "unauthorized" say nothing about a value.
const weak = patternOf(secretNames.weak, between).replace(/\bauth\b/, "(?<![a-z])auth(?![a-z])");

const strongName = new RegExp(strong, "i");
const weakName = new RegExp(weak, "i");

const namesPattern = `${strong}|${weak}`;

/** Parts of secret names, in lower case; a text without any of them contains no named secret. */
export const nameMarkers: readonly string[] = [...secretNames.strong, ...secretNames.weak].flatMap((name) =>
  name.includes(" ") ? ["", "-", "_", ".", " "].map((by) => name.replace(" ", by)) : [name],
);

/**
 * A name and the separator before its value; quotes may be escaped several times. Every repetition here and below is
 * bounded, so that a bot cannot keep the platform busy with one line.
 */
const named = new RegExp(`(?:${namesPattern})[\\w.$-]{0,64}\\\\{0,8}["']?\\s{0,8}(?:=>|[:=])\\s{0,8}`, "gi");
const openingQuote = /\\{0,8}["']/y;
const bareValue = /[^\s,;&"'{}[\]()\\]+/y;

/** `--password value` */
const flag = new RegExp(`(--?[\\w-]{0,40}(?:${namesPattern})[\\w-]{0,40}\\s{1,8})([^\\s-][^\\s"']*)`, "gi");

const schemes = /^(?:bearer|basic|apikey|token|digest|negotiate)$/i;

/** PWD and OLDPWD are a shell's variables for folders, not passwords. */
const tellsPlace = (name: string, value: string) =>
  /^(?:OLD)?PWD$/.test(name) && /^\/[\w./@~ -]*$/.test(value);

/** Whether a value with this name must be masked. */
export function hidesValue(name: string, value: string | number): boolean {
  const text = String(value);
  if (text === "" || /^(?:\*+|true|false|null|none|undefined|nan)$/i.test(text)) return false;
  if (strongName.test(name)) return typeof value === "string" || Math.abs(value) >= 1000;
  if (!weakName.test(name) || tellsPlace(name, text)) return false;
  return !/^[A-Z0-9./_-]{1,12}$/.test(text) && !/^[a-z]{1,12}$/i.test(text) && !/^[-+\d.,%]+$/.test(text);
}

/** Whether everything below this name must be masked, as in `"credentials": {…}`. */
export function hidesAllBelow(name: string): boolean {
  return strongName.test(name);
}

/** Replaces the values of `name: value`, `name=value`, `"name":"value"` and `--name value`. */
export function maskNamed(text: string, mask: string): string {
  return maskPairs(text, mask).replace(flag, (whole, name: string, value: string) =>
    hidesValue(name, value) ? `${name}${mask}` : whole,
  );
}

function maskPairs(text: string, mask: string): string {
  let masked = "";
  let done = 0;
  named.lastIndex = 0;
  for (let name = named.exec(text); name; name = named.exec(text)) {
    const found = valueAt(text, named.lastIndex);
    const value = text.slice(found.start, found.end);
    // `Authorization: Bearer …`: the scheme is not secret, and what follows is found by its format.
    if (found.quoted ? !hidesValue(name[0], value) : schemes.test(value) || !hidesValue(name[0], value))
      continue;
    if (tellsPlace(wordAt(text, name.index), value)) continue;
    masked += text.slice(done, found.start) + mask;
    done = found.end;
    named.lastIndex = found.end;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Returns the word around a position in a text. */
function wordAt(text: string, at: number): string {
  const [before = ""] = /\w*$/.exec(text.slice(Math.max(0, at - 8), at)) ?? [];
  const [behind = ""] = /^\w*/.exec(text.slice(at, at + 8)) ?? [];
  return before + behind;
}

function valueAt(text: string, at: number): { start: number; end: number; quoted: boolean } {
  openingQuote.lastIndex = at;
  const quote = openingQuote.exec(text)?.[0];
  if (quote === undefined) {
    bareValue.lastIndex = at;
    return { start: at, end: at + (bareValue.exec(text)?.[0].length ?? 0), quoted: false };
  }
  const start = at + quote.length;
  let end = text.indexOf(quote, start);
  // A quote with one more backslash belongs to the value.
  while (end > start && text[end - 1] === "\\") end = text.indexOf(quote, end + 1);
  // Without a closing quote the value is the rest of the text.
  return { start, end: end === -1 ? text.length : end, quoted: true };
}
