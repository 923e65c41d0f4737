import { origin, type Row } from "./row.ts";

/** Returns the error table of the Rust SDK. Rows have no control characters, so JSON's `\"` and `\\` are all escapes. */
export function rust(rows: Row[]): string {
  const entries = rows.map(
    ({ code, message, next }) =>
      `    Entry {\n        code: ${JSON.stringify(code)},\n        message: ${JSON.stringify(message)},\n        next: ${JSON.stringify(next)},\n    },\n`,
  );
  return `// ${origin}

//! The contract's error table: the message template and the advice of each code [ERR-1, ERR-2, ERR-3].

use super::Entry;

pub(super) const TABLE: &[Entry] = &[
${entries.join("")}];
`;
}
