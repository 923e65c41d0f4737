package botyard.query

import java.util.{Collections, IdentityHashMap}
import scala.util.Try

private val MostCauses = 100

/** What a failure wraps, each once: its cause, that of its cause, and so on.
  *
  * The wrappers of Java and Scala, such as `ExecutionException` and `InvocationTargetException`, name what they wrap as
  * their cause, too.
  */
private def causesOf(failure: Throwable): List[Throwable] =
  val seen = Collections.newSetFromMap(IdentityHashMap[Throwable, java.lang.Boolean]())
  Iterator
    .iterate(Option(failure))(_.flatMap(causeOf))
    .takeWhile(_.exists(seen.add))
    .flatten
    .slice(1, 1 + MostCauses)
    .toList

/** A method of bot code, which may fail. */
private def causeOf(failure: Throwable): Option[Throwable] = Try(failure.getCause).toOption.flatMap(Option(_))
