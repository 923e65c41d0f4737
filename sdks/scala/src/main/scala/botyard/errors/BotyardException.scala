package botyard

import botyard.errors.ErrorTable

/** An error of this SDK. Its message and advice are those of the contract's error table [ERR-1, ERR-2].
  *
  * {{{
  * try state.set("trades", 3)
  * catch case error: BotyardException if error.code == ErrorCode.StateWriteFailed => log.warn(error.next)
  * }}}
  *
  * @param code
  *   the code for programs, such as [[ErrorCode.StateReadOnly]], `state.read_only`
  * @param next
  *   what to do next, in full sentences [ERR-3]
  */
final class BotyardException private[botyard] (
    val code: String,
    message: String,
    val next: String,
    cause: Throwable | Null
) extends RuntimeException(message, cause)

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
