import { origin, type Row } from "./row.ts";

/** Returns the error table of the Python SDK. Python has the same escapes in strings as JSON. */
export function python(rows: Row[]): string {
  const entries = rows.map(
    ({ code, message, next }) =>
      `    ${JSON.stringify(code)}: (\n        ${JSON.stringify(message)},\n        ${JSON.stringify(next)},\n    ),\n`,
  );
  return `# ${origin}
"""The contract's error table. [ERR-1, ERR-2, ERR-3]"""

# code: (message template, what to do next)
TABLE = {
${entries.join("")}}
`;
}
