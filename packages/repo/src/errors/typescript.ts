import { origin, type Row } from "./row.ts";

/** Returns the error table of the Node SDK. */
export function typescript(rows: Row[]): string {
  const entries = rows.map(
    ({ code, message, next }) =>
      `  ${JSON.stringify(code)}: {\n    message: ${JSON.stringify(message)},\n    next: ${JSON.stringify(next)},\n  },\n`,
  );
  return `// ${origin}

/** The contract's error table: the message template and the advice of each code [ERR-1, ERR-2, ERR-3]. */
export const errorTable = {
${entries.join("")}} as const satisfies Record<string, { message: string; next: string }>;

/**
 * A code of the error table, such as \`state.read_only\`.
 *
 * @example
 * const expected: ErrorCode[] = ["state.read_only", "state.write_failed"];
 */
export type ErrorCode = keyof typeof errorTable;
`;
}
