import { nameOf } from "../names.ts";
import { origin, type Row } from "../row.ts";

/** Returns the object with the names of the codes in Scala. */
export function scalaCodes(rows: Row[]): string {
  const constants = rows.map(
    ({ code, message, next }) =>
      `  /** \`${message}\`
    *
    * ${next}
    */
  final val ${nameOf(code, "pascal")} = ${JSON.stringify(code)}
`,
  );
  return `// ${origin}
// format: off
package botyard

/** The codes of the contract's error table [ERR-1]. The comment of each one has the message, with its placeholders in
  * braces, and the advice.
  *
  * {{{
  * val closes = Seq.fill(1_000_000)(0.5)
  * try state.set("closes", closes)
  * catch
  *   case error: BotyardException =>
  *     error.code match
  *       case ErrorCode.StateValueTooLarge => state.set("closes", closes.takeRight(100))
  *       case _                            => throw error
  * println(state.get("closes").map(_.arr.size)) // Some(100)
  * }}}
  */
object ErrorCode:
${constants.join("\n")}end ErrorCode
`;
}
