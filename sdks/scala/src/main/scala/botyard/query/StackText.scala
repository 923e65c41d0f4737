package botyard.query

import botyard.errors.attempted
import java.io.{PrintWriter, Writer}
import scala.util.control.ControlThrowable

/** The stack of a failure as Java prints it, cut where it is longer than needed.
  *
  * Java prints a cause within that which it caused, so that the causes of a long chain would overflow the stack.
  *
  * @param shorten
  *   shortens the parts of the text
  */
private final class StackText(longest: Int, shorten: String => String) extends Writer:
  private val text = StringBuilder()

  def of(failure: Throwable): String =
    attempted(failure.printStackTrace(PrintWriter(this))): Unit
    if text.isEmpty then
      // Its `toString` fails.
      val frames = attempted(failure.getStackTrace.toList).getOrElse(Nil)
      text ++= (failure.getClass.getName :: frames.map(frame => s"\tat $frame")).mkString("\n")
    text.toString.stripTrailing

  override def write(characters: Array[Char], from: Int, length: Int): Unit =
    write(String(characters, from, length), 0, length)

  override def write(part: String, from: Int, length: Int): Unit =
    if text.length > longest then throw Complete
    text ++= shorten(part.substring(from, from + length))

  override def flush(): Unit = ()
  override def close(): Unit = ()
end StackText

private object Complete extends ControlThrowable
