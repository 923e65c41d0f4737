import { origin, type Row } from "./row.ts";

/** Returns the error table of the Scala SDK. Rows have no control characters, so JSON's `\"` and `\\` are all escapes. */
export function scala(rows: Row[]): string {
  const entries = rows.map(
    ({ code, message, next }) =>
      `    ${JSON.stringify(code)} -> Entry(\n      ${JSON.stringify(message)},\n      ${JSON.stringify(next)}\n    )`,
  );
  return `// ${origin}
// format: off
package botyard.errors

/** The contract's error table: the message template and the advice of each code [ERR-1, ERR-2, ERR-3]. */
private[botyard] object ErrorTable:
  final case class Entry(message: String, next: String)

  val entries: Map[String, Entry] = Map(
${entries.join(",\n")}
  )
end ErrorTable
`;
}
