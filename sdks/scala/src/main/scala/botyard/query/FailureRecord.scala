package botyard.query

import botyard.errors.{attempted, cut, messageOf}
import botyard.log

/** Log records of failures in query code, with the place of the failure. */
private object FailureRecord:
  private val LongestMessage = 2000
  private val LongestName = 250
  private val LongestDetail = 1000
  private val LongestStack = 7000
  private val LongestStackWithCause = 4000
  private val MostCauses = 8
  private val LongestTypeOfCause = 100
  private val LongestMessageOfCause = 250

  /** Packages of the SDK and of the language's own library. */
  private val foreign = List("botyard.", "java.", "javax.", "jdk.", "scala.", "sun.", "com.sun.", "io.netty.")

  /** Logs a failure that a handler threw, or without a path one in work that a handler left behind; names its
    * causes.
    */
  def write(message: String, failure: Throwable, path: Option[String]): Unit =
    val data = ujson.Obj()
    path.foreach(path => data("path") = cut(path, LongestName))
    data("type") = cut(typeOf(failure), LongestName)
    for frame <- attempted(failure.getStackTrace.find(isOwn).orNull) do
      Option(frame.getFileName).foreach(file => data("file") = cut(file, LongestDetail))
      if frame.getLineNumber > 0 then data("line") = frame.getLineNumber
    val causes = firstCausesOf(failure, MostCauses).map(describeCause)
    val longest = if causes.isEmpty then LongestStack else LongestStackWithCause
    data("stack") = cut(stackOf(failure), longest)
    if causes.nonEmpty then data("cause") = causes
    log.errorIfPossible(cut(message, LongestMessage), data)

  private def describeCause(cause: Throwable): ujson.Value = ujson.Obj(
    "type" -> cut(typeOf(cause), LongestTypeOfCause),
    "message" -> cut(messageOf(cause).getOrElse(""), LongestMessageOfCause)
  )

  /** Logs which part of an answer has no JSON form. */
  def writeReason(message: String, path: String, reason: String): Unit =
    val data = ujson.Obj("path" -> cut(path, LongestName), "reason" -> cut(reason, LongestDetail))
    log.errorIfPossible(cut(message, LongestMessage), data)

  /** The name of the type without its package and outer classes. */
  private def typeOf(failure: Throwable): String =
    val name = failure.getClass.getName
    name.split("[.$]").filter(_.nonEmpty).lastOption.getOrElse(name)

  private def isOwn(frame: StackTraceElement) = !foreign.exists(frame.getClassName.startsWith(_))

  private def stackOf(failure: Throwable): String =
    val long = messageOf(failure).filter(_.length > LongestMessage)
    val shorten = (part: String) => long.fold(part)(long => part.replace(long, cut(long, LongestMessage)))
    // A character of the text may be two of Java's.
    StackText(2 * LongestStack, shorten).of(failure)
end FailureRecord
