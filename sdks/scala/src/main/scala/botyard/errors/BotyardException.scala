package botyard

import botyard.errors.ErrorTable

/** An error of this SDK.
  *
  * Its message is that of the contract's error table, for people; programs tell errors apart by their code [ERR-1].
  * What caused it, an error of the system, of the JSON parser or of the codec of a type, is `getCause`, or null if
  * nothing did.
  *
  * {{{
  * val runs =
  *   try state.getAs[Int]("runs").getOrElse(0)
  *   catch
  *     case error: BotyardException if error.code == ErrorCode.StateCorrupt =>
  *       log.warn(error.getMessage, ujson.Obj("advice" -> error.next))
  *       0
  * println(runs) // 0
  * }}}
  *
  * @param code
  *   the code of the error, such as `state.read_only`; [[ErrorCode]] has a constant for each
  * @param next
  *   what to do next, in full sentences: the advice of the error table [ERR-3]
  */
final class BotyardException private[botyard] (
    val code: String,
    message: String,
    val next: String,
    cause: Throwable | Null
) extends RuntimeException(message):
  // Not by the constructor of the class above: bot code can then name the cause of an error that has none.
  if cause != null then initCause(cause): Unit

private[botyard] object BotyardException:

  /** Makes the error of a code; `values` has a value for each placeholder of its message. */
  def apply(code: String, values: (String, String)*): BotyardException = caused(null, code, values*)

  /** Makes the error of a code that another failure has caused. */
  def caused(cause: Throwable | Null, code: String, values: (String, String)*): BotyardException =
    val entry = ErrorTable.entries(code)
    new BotyardException(code, filled(entry.message, values.toMap), entry.next, cause)

  /** Replaces the placeholders in one pass, so that braces inside a value are left alone. */
  private def filled(template: String, values: Map[String, String]): String =
    "\\{(\\w+)\\}".r.replaceAllIn(
      template,
      found => java.util.regex.Matcher.quoteReplacement(values.getOrElse(found.group(1), found.matched))
    )
end BotyardException
