import { origin, type Row } from "./row.ts";

/** Returns the error table of the Rust SDK. Rows have no control characters, so JSON's `\"` and `\\` are all escapes. */
export function rust(rows: Row[]): string {
  const entries = rows.map(
    ({ code, message, next }) =>
      `    (\n        ${JSON.stringify(code)},\n        ${JSON.stringify(message)},\n        ${JSON.stringify(next)},\n    ),\n`,
  );
  return `// ${origin}

/// The contract's error table: code, message template and advice [ERR-1, ERR-2, ERR-3].
#[rustfmt::skip]
pub(crate) const TABLE: [(&str, &str, &str); ${rows.length}] = [
${entries.join("")}];
`;
}
