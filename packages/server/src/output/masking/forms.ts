/**
 * Shorter secrets are not masked by value: masking every `1` or `live` would make a log useless. They are still masked
 * by name.
 */
export const shortestSecret = 6;

/** Longer secrets are searched for in plain and encoded form, but not with escaped characters. */
const longestEscaped = 512;

/** The forms in which a set of secrets may appear in text. */
export interface SecretForms {
  /** Beginnings of what {@link literal} matches. */
  markers: string[];
  /** Matches plain, base64, base64url, hexadecimal and reversed forms. */
  literal?: RegExp;
  /** Matches the short lines of secrets of several lines where the log breaks them. */
  edges?: RegExp;
  /** Matches forms with escapes (`%2F`, `\u0061`, `\"`, `&amp;`); useful only if {@link escapes} matches. */
  escaped?: RegExp;
}

/** Matches any text that may contain escaped characters. */
export const escapes = /[%\\&+]/;

/** The same as markers, without `+`, which matters only if a secret contains a space. */
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
  const short = shortLines(secrets);
  return {
    markers: [
      ...new Set([
        ...longestFirst.map((form) => [...form].slice(0, 8).join("")),
        ...short.map(({ line }) => line),
      ]),
    ],
    ...(short.length > 0 && { edges: new RegExp(short.map(({ pattern }) => pattern).join("|"), "gm") }),
    literal: new RegExp(longestFirst.map(quote).join("|"), "g"),
    ...(escaped.size === 0 ? {} : { escaped: new RegExp([...escaped].join("|"), "gi") }),
  };
}

/** Splits secrets of several lines, since they reach the log line by line. */
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

/**
 * Returns the lines of secrets that are too short to be masked everywhere, with patterns for the places where a secret that
 * is printed puts them: the first at the end of a line of the log, the last at the start of one, others alone on one.
 */
function shortLines(secrets: Iterable<string>): { line: string; pattern: string }[] {
  const found = new Map<string, string>();
  for (const secret of secrets) {
    const lines = secret.trim().split(/\r?\n/);
    for (const [at, text] of lines.length > 1 ? lines.entries() : []) {
      const line = text.trim();
      // Brackets and single characters would hide much of a log and tell nothing.
      if (line.length >= shortestSecret || line.length < 2 || !/[\p{L}\p{N}]/u.test(line)) continue;
      const before = at === 0 ? "(?<!\\w)" : "^\\s*";
      const after = at === lines.length - 1 ? "(?!\\w)" : "\\s*$";
      found.set(`${before}${quote(line)}${after}`, line);
    }
  }
  return [...found].map(([pattern, line]) => ({ line, pattern }));
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

/** Returns the base64 characters that depend only on these bytes, if `alignment` bytes (of three) precede them. */
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

/** A run of backslashes matches as one unit of any length, because trying every split could take exponential time. */
function escapedPattern(secret: string): string {
  return (secret.match(/\\+|[^\\]/gsu) ?? [])
    .map((part) =>
      part.startsWith("\\") ? "(?:\\\\|%(?:25){0,4}5c|\\\\u005c|&#92;){1,24}" : characterPattern(part),
    )
    .join("");
}

/** Matches the common escapes of a character; backslashes may have been doubled by several layers of JSON. */
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
