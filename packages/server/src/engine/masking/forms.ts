/**
 * Shorter secrets are not looked for by value: masking every `1` or `live` would leave nothing of a log. Their names
 * still hide them.
 */
export const shortestSecret = 6;

/** Longer ones are looked for as they are and in encodings of the whole, not escaped character by character. */
const longestEscaped = 512;

/** What one set of secrets looks like in text. */
export interface SecretForms {
  /** Beginnings of what {@link literal} matches. */
  markers: string[];
  /** Matches plain, base64, base64url, hexadecimal and reversed forms. */
  literal?: RegExp;
  /** Matches forms with escapes inside (`%2F`, `\u0061`, `\"`, `&amp;`); worth trying only where {@link escapes} matches. */
  escaped?: RegExp;
}

/** Any sign that a text holds escaped characters. */
export const escapes = /[%\\&+]/;

/** The same as markers; `+` for a space counts only where a secret has one. */
export const escapeMarkers: readonly string[] = [
  ...[..."0123456789abcdef"].map((digit) => `%${digit}`),
  ...["\\", "&#", "&amp;", "&lt;", "&gt;", "&quot;", "&apos;"],
];

export function formsOf(secrets: Iterable<string>): SecretForms {
  const literals = new Set<string>();
  const escaped = new Set<string>();
  for (const secret of parts(secrets)) {
    for (const form of encodings(secret)) literals.add(form);
    if (secret.length <= longestEscaped) escaped.add(escapedPattern(secret));
  }
  if (literals.size === 0) return { markers: [] };
  const longestFirst = [...literals].sort((a, b) => b.length - a.length);
  return {
    markers: [...new Set(longestFirst.map((form) => [...form].slice(0, 8).join("")))],
    literal: new RegExp(longestFirst.map(quote).join("|"), "g"),
    ...(escaped.size === 0 ? {} : { escaped: new RegExp([...escaped].join("|"), "gi") }),
  };
}

/** A secret of several lines reaches the log line by line. */
function* parts(secrets: Iterable<string>): Iterable<string> {
  for (const secret of secrets) {
    for (const part of new Set([
      secret,
      secret.trim(),
      ...secret.split(/\r?\n/).map((line) => line.trim()),
    ])) {
      if (part.length >= shortestSecret && !/^-+(BEGIN|END) [A-Z ]+-+$/.test(part)) yield part;
    }
  }
}

function* encodings(secret: string): Iterable<string> {
  const bytes = Buffer.from(secret, "utf8");
  yield secret;
  yield [...secret].reverse().join("");
  yield JSON.stringify(secret).slice(1, -1);
  yield bytes.toString("hex");
  yield bytes.toString("hex").toUpperCase();
  for (const alignment of [0, 1, 2]) {
    const base64 = insideBase64(bytes, alignment);
    yield base64;
    yield base64.replaceAll("+", "-").replaceAll("/", "_");
  }
}

/** The characters that these bytes alone decide, when `alignment` other bytes (of three) come before them. */
function insideBase64(bytes: Buffer, alignment: number): string {
  const text = Buffer.concat([Buffer.alloc(alignment), bytes]).toString("base64");
  return text.slice(Math.ceil((alignment * 8) / 6), Math.floor(((alignment + bytes.length) * 8) / 6));
}

const shortEscapes: Record<string, string> = {
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\b": "b",
  "\f": "f",
  "\v": "v",
};
const entities: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** However many backslashes a run of them has become is all the same: one that were tried in every way could take for ever. */
function escapedPattern(secret: string): string {
  return (secret.match(/\\+|[^\\]/gsu) ?? [])
    .map((part) =>
      part.startsWith("\\") ? "(?:\\\\|%(?:25){0,4}5c|\\\\u005c|&#92;){1,24}" : characterPattern(part),
    )
    .join("");
}

/** Every way one character is commonly written; backslashes may have been doubled by several layers of JSON. */
function characterPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
  const percent = [...Buffer.from(character, "utf8")].map((byte) => `%(?:25){0,4}${hex(byte, 2)}`).join("");
  const ways = [
    quote(character),
    percent,
    units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(""),
    `&#(?:0{0,6}${code}|x0{0,6}${code.toString(16)});`,
  ];
  if (code < 256) ways.push(`\\\\{1,8}x${hex(code, 2)}`);
  if (character === " ") ways.push("\\+");
  if (/[^\w\s]/.test(character)) ways.push(`\\\\{1,8}${quote(character)}`);
  const short = shortEscapes[character];
  if (short) ways.push(`\\\\{1,8}${short}`);
  const entity = entities[character];
  if (entity) ways.push(`&${entity};`);
  return `(?:${ways.join("|")})`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
