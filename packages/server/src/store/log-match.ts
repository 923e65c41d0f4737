import type { Level, LogRecord } from "../model.ts";

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
}

interface Row {
  level: Level;
  stream: LogRecord["stream"];
  run_id: string | null;
  message: string;
  fields: string | null;
}

/** Returns the test for rows. */
export function logMatcher({ level, stream, q, run_id }: LogMatch): (row: Row) => boolean {
  const wanted = new Set(levels.slice(level === undefined ? 0 : levels.indexOf(level)));
  const contains = q ? textMatcher(q.toLowerCase()) : undefined;
  return (row) =>
    wanted.has(row.level) &&
    (stream === undefined || row.stream === stream) &&
    (run_id === undefined || row.run_id === run_id) &&
    (contains === undefined || contains(row));
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
