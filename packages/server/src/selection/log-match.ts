import type { Level, LogRecord } from "../model/model.ts";

const levels: readonly Level[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** Selects lines by their content. */
export interface LogMatch {
  /** The lowest level to return. */
  level?: Level;
  stream?: LogRecord["stream"];
  /**
   * Text in the message, or in the fields written as compact JSON; strings in the fields also match unescaped. Case is
   * ignored: both sides are converted to lower case by Unicode (`"Ä"` finds `"ä"`, but `"ss"` does not find `"ß"`).
   */
  q?: string;
  run_id?: string;
  /** Inclusive bounds of the line's time, RFC 3339 UTC with milliseconds. */
  from?: string;
  to?: string;
}

interface Row {
  level: Level;
  stream: LogRecord["stream"];
  time: string;
  run_id: string | null;
  message: string;
  fields: string | null;
}

/** Returns a level and those above it. */
export const levelsFrom = (level: Level): readonly Level[] => levels.slice(levels.indexOf(level));

/** Returns the test for rows. SQL's `like` and `lower` would end at U+0000 and ignore the case of A to Z only. */
export function logMatcher({ level, stream, from, to, q, run_id }: LogMatch): (row: Row) => boolean {
  const wanted = new Set(levelsFrom(level ?? "trace"));
  const contains = q ? textMatcher(q.toLowerCase()) : undefined;
  return (row) =>
    wanted.has(row.level) &&
    (stream === undefined || row.stream === stream) &&
    (from === undefined || row.time >= from) &&
    (to === undefined || row.time <= to) &&
    (run_id === undefined || row.run_id === run_id) &&
    (contains === undefined || contains(row));
}

/** Returns the test for records. Rows of the store have their fields as JSON already. */
export function recordMatcher(match: LogMatch): (record: LogRecord) => boolean {
  const matches = logMatcher(match);
  return ({ run_id = null, fields, ...line }) =>
    matches({ ...line, run_id, fields: fields === undefined ? null : JSON.stringify(fields) });
}

function textMatcher(text: string): (row: Row) => boolean {
  const escaped = JSON.stringify(text).slice(1, -1);
  return ({ message, fields }) => {
    if (message.toLowerCase().includes(text)) return true;
    if (fields === null) return false;
    const json = fields.toLowerCase();
    return json.includes(text) || (escaped !== text && containsEscaped(json, escaped));
  };
}

/** Whether JSON text contains an escaped text. A match may not begin with the second half of `\\`. */
function containsEscaped(json: string, escaped: string): boolean {
  for (let at = json.indexOf(escaped); at !== -1; at = json.indexOf(escaped, at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return true;
  }
  return false;
}
