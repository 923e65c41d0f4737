import { type LogLevel, readLevel } from "./level.ts";
import { levelWord } from "./level-word.ts";

/** The head of a line is within this many characters, so that reading it costs little, however long the line is. */
const headLength = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: an ANSI code begins with the control character escape
const colours = /\x1b\[[\d;]*m/g;
const traceback = /^(?: {2}\+ Exception Group )?Traceback \(most recent call last\):/;
const priority = /^<(\d{1,3})>/;
const initial = /^([IWEF])(?:\d{4}){1,2} \d\d:\d\d:\d\d/;
const pair = /^[\w.@-]+=/;
/** A level, or a quoted value, in which nothing is a key. */
const levelPair = /(?:^|[ \t])(?:level|lvl|severity)="?([A-Za-z]+)(?![A-Za-z_])|="(?:[^"\\]|\\.)*"?/g;

/** Reads the level in the head of a line of text [LOG-12, LOG-13]; returns undefined if it has none. */
export function readTextLevel(text: string): LogLevel | undefined {
  const start = text.slice(0, headLength);
  const head = start.includes("\x1b") ? start.replace(colours, "") : start;
  if (traceback.test(head)) return "error";
  const severity = priority.exec(head)?.[1];
  if (severity !== undefined)
    return Number(severity) < 192 ? levelOfSeverity(Number(severity) % 8) : undefined;
  const letter = initial.exec(head)?.[1];
  if (letter !== undefined) return letter === "I" ? "info" : letter === "W" ? "warn" : "error";
  return pair.test(head) ? levelOfPair(head) : levelWord(head);
}

function levelOfPair(head: string): LogLevel | undefined {
  for (const [, level] of head.matchAll(levelPair)) if (level !== undefined) return readLevel(level);
  return undefined;
}

/** Reads a severity of syslog. */
function levelOfSeverity(severity: number): LogLevel {
  if (severity < 4) return "error";
  return severity === 4 ? "warn" : severity < 7 ? "info" : "debug";
}
