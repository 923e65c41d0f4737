package botyard

import botyard.process.{clock, streams, systemError}
import java.io.IOException
import upickle.default.Writer

/** Log: structured records with a level, a message and data.
  *
  * Every function writes one line to standard error before it returns [LOG-1], and may be called from any thread. All
  * fail with `log.invalid_message` if the message is null, with `log.invalid_data` if the data is not written as a JSON
  * object, and with `log.write_failed` if the stream cannot be written to [LOG-2, LOG-3]. Data that is written as null
  * counts as not given.
  */
object log:

  /** Writes a record of level `debug`. */
  def debug(message: String): Unit = write("debug", message, None)

  /** Writes a record of level `debug` with details, a JSON object. */
  def debug[T: Writer](message: String, data: T): Unit = write("debug", message, fields(message, data))

  /** Writes a record of level `info`. */
  def info(message: String): Unit = write("info", message, None)

  /** Writes a record of level `info` with details, a JSON object.
    *
    * {{{
    * log.info("opened", ujson.Obj("size" -> 3))
    * }}}
    */
  def info[T: Writer](message: String, data: T): Unit = write("info", message, fields(message, data))

  /** Writes a record of level `warn`. */
  def warn(message: String): Unit = write("warn", message, None)

  /** Writes a record of level `warn` with details, a JSON object. */
  def warn[T: Writer](message: String, data: T): Unit = write("warn", message, fields(message, data))

  /** Writes a record of level `error`. Unlike `botyard.error`, this returns. */
  def error(message: String): Unit = write("error", message, None)

  /** Writes a record of level `error` with details, a JSON object. */
  def error[T: Writer](message: String, data: T): Unit = write("error", message, fields(message, data))

  /** Writes a record of level `error`; ignores a failure to do so [RES-9, Q-19, Q-38]. */
  private[botyard] def errorIfPossible(message: String, data: ujson.Value = ujson.Null): Unit =
    try error(message, data)
    catch case _: BotyardException => () // there is no other place to report it

  private def fields[T: Writer](message: String, data: T): Option[Array[Byte]] =
    refuseNull(message)
    try
      val document = json.write(data)
      if document.head == 'n' then None
      else if document.head == '{' then Some(document)
      else throw json.NotJson(s"got ${errors.kindOf(document)}")
    catch
      case cause: json.NotJson =>
        throw BotyardException.caused(cause, "log.invalid_data", "reason" -> cause.getMessage)

  private def write(level: String, message: String, fields: Option[Array[Byte]]): Unit =
    refuseNull(message)
    val line = json.JsonBytes().add("{\"level\":\"").add(level).add("\",\"timestamp\":\"")
    line.add(clock.timestamp()).add("\",\"message\":").quote(message): Unit
    fields.foreach(line.add(",\"data\":").add(_): Unit)
    line.add("}\n"): Unit
    try streams.writeErrorLine(line)
    catch
      case cause: IOException =>
        throw BotyardException.caused(cause, "log.write_failed", "reason" -> systemError.name(cause))

  private def refuseNull(message: String): Unit =
    if message == null then throw BotyardException("log.invalid_message", "kind" -> "null")
end log
