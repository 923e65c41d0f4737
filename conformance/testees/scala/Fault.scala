package adapter

import botyard.BotyardException

/** How an op fails. */
object Fault:
  /** What the trace contains of a failure. */
  def note(failure: Throwable): ujson.Value =
    val own = Option(failure).collect { case error: BotyardException => error }
    ujson.Obj(
      "code" -> textOf(own.map(_.code)),
      "message" -> Option(failure.getMessage).getOrElse(""),
      "next" -> textOf(own.map(_.next)),
      "cause" -> textOf(
        Option(failure.getCause).map(cause => Option(cause.getMessage).getOrElse(cause.toString))
      )
    )

  private def textOf(text: Option[String]): ujson.Value = text.fold(ujson.Null)(ujson.Str(_))
