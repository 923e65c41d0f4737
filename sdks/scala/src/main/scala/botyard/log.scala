package botyard

import botyard.process.{clock, streams, systemError}
import java.io.IOException
import upickle.default.Writer

/** Log: structured records with a level, a message and data.
  *
  * A record is one line of JSON on standard error, with the time in UTC to the millisecond, written before the function
  * returns [LOG-1]. The levels, from the least to the most important, are `debug`, `info`, `warn` and `error`. Every
  * function may be called from any thread. Data is a value that uPickle writes as a JSON object; data that is written
  * as null counts as not given.
  *
  * All fail with `log.invalid_message` if the message is null, with `log.invalid_data` if the data is not written as a
  * JSON object, and with `log.write_failed` if standard error cannot be written [LOG-2, LOG-3].
  */
object log:

  /** Writes a record of level `debug`, for details that only help the bot's author. */
  def debug(message: String): Unit = write("debug", message, None)

  /** Writes a record of level `debug` with details, a JSON object.
    *
    * {{{
    * log.debug("asked the feed", ujson.Obj("milliseconds" -> 12))
    * // {"level":"debug","timestamp":"…","message":"asked the feed","data":{"milliseconds":12}}
    * }}}
    */
  def debug[T: Writer](message: String, data: T): Unit = write("debug", message, fields(message, data))

  /** Writes a record of level `info`, for what the bot does.
    *
    * {{{
    * log.info("opened")
    * // {"level":"info","timestamp":"…","message":"opened"}
    * }}}
    *
    * @throws BotyardException
    *   `log.invalid_message`, `log.write_failed`
    */
  def info(message: String): Unit = write("info", message, None)

  /** Writes a record of level `info` with details, a JSON object.
    *
    * {{{
    * log.info("bought", ujson.Obj("symbol" -> "AAPL", "shares" -> 10))
    * // {"level":"info","timestamp":"…","message":"bought","data":{"symbol":"AAPL","shares":10}}
    * }}}
    *
    * @param message
    *   what happened
    * @param data
    *   details; null counts as not given
    * @throws BotyardException
    *   `log.invalid_message`, `log.invalid_data`, `log.write_failed`
    */
  def info[T: Writer](message: String, data: T): Unit = write("info", message, fields(message, data))

  /** Writes a record of level `warn`, for what is unexpected but no failure. */
  def warn(message: String): Unit = write("warn", message, None)

  /** Writes a record of level `warn` with details, a JSON object.
    *
    * {{{
    * log.warn("the feed is late", ujson.Obj("seconds" -> 90))
    * // {"level":"warn","timestamp":"…","message":"the feed is late","data":{"seconds":90}}
    * }}}
    */
  def warn[T: Writer](message: String, data: T): Unit = write("warn", message, fields(message, data))

  /** Writes a record of level `error`, for a failure after which the run continues. Unlike `botyard.error`, this
    * returns and reports no result.
    */
  def error(message: String): Unit = write("error", message, None)

  /** Writes a record of level `error` with details, a JSON object.
    *
    * {{{
    * log.error("no price", ujson.Obj("symbol" -> "AAPL"))
    * // {"level":"error","timestamp":"…","message":"no price","data":{"symbol":"AAPL"}}
    * }}}
    */
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
