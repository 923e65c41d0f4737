import type { Random } from "./random.ts";

const words = [
  ...[
    "",
    "a",
    "open",
    " ",
    "  two  ",
    "true",
    "null",
    "0",
    "5",
    "-0",
    "1e21",
    "x".repeat(200),
    "k".repeat(201),
  ],
  ...[
    "Ünïcödé",
    "é",
    "e\u0301",
    "😀",
    "\u{10ffff}",
    "\uffee",
    "\ufffd",
    "ключ",
    "a\u0000b",
    "\u001f",
    "\u007f",
  ],
  ...[
    "\u0085",
    "\u2028\u2029",
    "\ufeffx",
    "line\nfeed",
    "tab\there\r\n",
    'say "hi"',
    "back\\slash",
    "\\u0041",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "toJSON",
    "..",
    "a/b",
    "%2E",
    "%e9",
    "A.json",
    "$",
    "10",
    "9",
    "01",
  ],
  ...["$serde_json::private::Number", "$serde_json::private::RawValue"],
];
const surrogates = ["\ud800", "\udfff", "a\ud83d", "\ude00\ud83d"];
const names = [
  ...[
    "_metric",
    "data",
    "timestamp",
    "level",
    "severity",
    "lvl",
    "message",
    "msg",
    "time",
    "ts",
    "@timestamp",
  ],
  ...["status", "a", "b", "value"],
  ...[
    "Level",
    "MSG",
    "Message",
    "log.level",
    "log",
    "sev",
    "record",
    "name",
    "fields",
    "event",
    "EVENT",
    "@m",
  ],
];

/** Returns a text; only one of many has a lone surrogate, and only if they are allowed. */
export function text(random: Random, loneSurrogates = false): string {
  if (loneSurrogates && random.chance(0.03)) return random.of(surrogates);
  const kind = random.unit();
  if (kind < 0.4) return random.of(words);
  if (kind < 0.7) return random.of(names);
  if (kind < 0.8) return random.of(words) + random.of(words);
  const most = random.of([0x7f, 0x7f, 0x2ff, 0xffff, 0x10ffff]);
  return String.fromCodePoint(...random.list(8, () => random.below(most + 1))).toWellFormed();
}

/** Returns the name of a property. */
export const name = (random: Random, loneSurrogates = false): string =>
  random.chance(0.6) ? random.of(names) : text(random, loneSurrogates);

const numbers = [
  ...[
    0,
    -0,
    1,
    -1,
    0.1,
    100,
    0.30000000000000004,
    123456.789,
    2 ** 31,
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
    2 ** 63,
  ],
  ...[2 ** 64, 1e16, 1e15, 1e-5, 1e-6, 1e-7, 1.5e-7, 1e20, 1e21, -1e21, 1.5e300, 5e-324, Number.MAX_VALUE],
];
const spans = new DataView(new ArrayBuffer(8));

/** Returns a finite number: known for trouble, of few digits, or of any bits. */
export function finite(random: Random): number {
  const kind = random.unit();
  if (kind < 0.3) return random.of(numbers);
  if (kind < 0.6) return (random.below(2_000_000) - 1_000_000) / 10 ** random.below(9);
  spans.setUint32(0, random.below(2 ** 32));
  spans.setUint32(4, random.below(2 ** 32));
  const any = spans.getFloat64(0);
  return Number.isFinite(any) ? any : 1;
}

const spellings = [
  ...["5.0", "5e0", "50e-1", "-0", "-0.0", "0e0", "1E-2", "1e+2", "9007199254740993", "18446744073709551616"],
  ...[
    "1e-400",
    "0.0e9999",
    "1.7976931348623158e308",
    "0.1000000000000000055511151231257827",
    "1e-7",
    "123e18",
  ],
  ...["1e400", "-1e400", "1e1000000000", "01", "+1", "1.", ".5", "1e", "0x5", "NaN", "Infinity", "5n", "1_0"],
];
const times = [
  ...["2024-02-29T12:00:00Z", "2023-02-29T12:00:00Z", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z"],
  ...[
    "2024-05-06 07:08:09.123456789+02:30",
    "2024-05-06t07:08:09.1z",
    "2024-12-31T23:59:60Z",
    "0080-01-01T00:00:00Z",
  ],
  ...[
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59.999-00:01",
    "2024-13-01T00:00:00Z",
    "2024-05-06T24:00:00Z",
  ],
  ...["2024-05-06T07:08:09", "1970-01-01T00:30:00+01:00", "2024-05-06T07:08:09.Z"],
];
const levels = [
  "info",
  "WARN",
  "Error",
  "trace",
  "fatal",
  "notice",
  "critical",
  "INFORMATION",
  "nonsense",
  "İNFO",
];

/** Returns a JSON text, usually valid. */
export function json(random: Random): string {
  const whole = element(random, random.below(5));
  return random.chance(0.15) ? damaged(random, whole) : whole;
}

const parts = [
  ...[
    "INFO",
    "warn",
    "Error",
    "DEBUG",
    "ALERT",
    "information",
    "name",
    "a.b",
    "é",
    "😀",
    "msg",
    "x".repeat(60),
  ],
  ...[
    " ",
    "  ",
    "\t",
    " - ",
    ":",
    " | ",
    "-",
    "[",
    "]",
    "[main] ",
    "[info ]",
    "(1)",
    "(",
    "{x}",
    "/",
    "\u00a0",
  ],
  ...[
    "12:00:00",
    "2024-01-01T00:00:00Z",
    "12:00AM",
    " UTC ",
    "1234",
    "5m",
    "+",
    ",",
    "<6>",
    "\u001b[32m",
    "\u001b[",
  ],
  ...["level=info", ' lvl="warn"', "x=1", "I0101 12:00:00", "Traceback (most recent call last):"],
];

/** Returns a line as bots print it: a metric, a record, JSON or text. */
export function line(random: Random): string {
  const kind = random.unit();
  if (kind < 0.1) return text(random);
  if (kind < 0.4) return random.list(10, () => random.of(parts)).join("");
  const start = random.of(["", "", "", " ", "\t\r", "\u00a0", "x"]);
  if (kind < 0.5) return start + json(random);
  return start + (kind < 0.55 ? template(random) : object(random, 2));
}

const holes = ["{A}", "{@B}", "{$C,5}", "{D:x,y}", "{}", "{É}", "{A", "{{", "}}", "{", "}", "x"];

/** A record whose message is to be filled. */
function template(random: Random): string {
  const shown = () => (random.chance(0.5) ? String(finite(random)) : string(random, text(random)));
  const message = JSON.stringify(random.list(8, () => random.of(holes)).join(""));
  const key = random.of(["message", "MESSAGE", "msg", "@mt", "MessageTemplate"]);
  const properties = `"Properties":{"B":${shown()},"C":[${shown()}]}`;
  return `{"${key}":${message},"arguments":[${shown()},null],"A":${shown()},${properties}}`;
}

function element(random: Random, depth: number): string {
  const kind = random.unit();
  if (depth > 0 && kind < 0.3) return object(random, depth);
  if (depth > 0 && kind < 0.45)
    return `[${random.list(4, () => space(random) + element(random, depth - 1)).join(",")}]`;
  if (kind < 0.6) return random.chance(0.9) ? String(finite(random)) : random.of(spellings);
  if (kind < 0.65) return JSON.stringify(random.of(times));
  if (kind < 0.7) return JSON.stringify(random.of(levels));
  if (kind < 0.75) return String(random.below(4e12));
  if (kind < 0.9) return string(random, text(random));
  return random.of(["true", "false", "null", "{}", "[]"]);
}

function object(random: Random, depth: number): string {
  const properties = random.list(6, () => {
    const key = string(random, name(random));
    return `${space(random)}${key}${space(random)}:${space(random)}${element(random, depth - 1)}`;
  });
  return `{${properties.join(",")}}`;
}

const space = (random: Random): string => (random.chance(0.9) ? "" : random.of([" ", "\t", "\r", " \t"]));

/** Quotes a text; now and then with other escapes than necessary, which may be those of lone surrogates. */
function string(random: Random, content: string): string {
  if (random.chance(0.9)) return JSON.stringify(content);
  if (random.chance(0.05))
    return random.of(['"\\ud800"', '"\\udc00x"', '"\\ud83d\\ude00"', '"\\uD83D\\u0041"', '"\\ud83d\\n"']);
  const escaped = Array.from({ length: content.length }, (_, at) =>
    content.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  return `"${escaped.map((unit) => `\\u${unit}`).join("")}"`;
}

function damaged(random: Random, whole: string): string {
  const at = random.below(whole.length + 1);
  switch (random.below(4)) {
    case 0:
      return whole.slice(0, at).toWellFormed();
    case 1:
      return `${whole.slice(0, at)}${random.of([",", "}", "]", '"', "\\", ":", "\u0000", "\n", "x", "\ud800"])}${whole.slice(at)}`;
    case 2:
      return (whole.slice(0, at) + whole.slice(at + 1)).toWellFormed();
    default:
      return `${"[".repeat(random.below(600))}${whole}${"]".repeat(random.below(600))}`;
  }
}
