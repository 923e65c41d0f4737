package botyard.query

import botyard.BotyardException
import botyard.errors.shown
import botyard.{builtins, json}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*
import upickle.default.Writer

/** A handler. It makes its value first and the value's JSON afterwards, because the two fail differently. */
private type Handler = Request => () => Array[Byte]

/** The handlers of this query program, by path. */
private object registry:
  private val handlers = ConcurrentHashMap[String, Handler]()

  /** Registers the handler of a path; it replaces an earlier one. */
  def register[T: Writer](path: String, answer: Request => T): Unit =
    if path == null || !path.startsWith("/") then
      throw BotyardException("query.invalid_path", "value" -> shown(path))
    handlers.put(path, handlerOf(answer)): Unit

  /** The handler of a path: the bot's own, otherwise the built-in [BI-3]. */
  def find(path: String): Option[Handler] =
    Option(handlers.get(path)).orElse:
      builtins.answer(path, available).map(answer => handlerOf(_ => answer))

  /** Every path that has a handler, sorted [BI-2]. */
  def available: Seq[String] =
    (builtins.paths ++ handlers.keySet.asScala).toSeq.sorted(using json.byteOrder)

  private def handlerOf[T: Writer](answer: Request => T): Handler = request =>
    val value = answer(request)
    () => json.write(value)
