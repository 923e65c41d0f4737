package botyard.query

import botyard.errors.attempted
import java.util.{Collections, IdentityHashMap}

/** Some chains are endless: a cycle, or a `getCause` that makes a new cause at each call. */
private val MostCauses = 100_000

/** What a failure wraps: its cause, that of its cause, and so on. A cycle is repeated.
  *
  * The wrappers of Java and Scala, such as `ExecutionException` and `InvocationTargetException`, name what they wrap as
  * their cause, too.
  */
private def causesOf(failure: Throwable): Iterator[Throwable] =
  Iterator
    .unfold(failure)(outer => attempted(outer.getCause).map(cause => (cause, cause)))
    .take(MostCauses)

/** The first causes of a failure, each once. */
private def firstCausesOf(failure: Throwable, most: Int): List[Throwable] =
  val seen = Collections.newSetFromMap(IdentityHashMap[Throwable, java.lang.Boolean]())
  seen.add(failure): Unit
  causesOf(failure).take(most).filter(seen.add).toList
