package botyard

import botyard.errors.kindOf
import botyard.process.{end, environment, files, systemError}
import java.io.IOException
import java.util.concurrent.locks.ReentrantLock
import upickle.default.Writer

private val LargestResult = 1024 * 1024

/** Held while a result is written; by `error` until the process ends, so that no later result replaces its own. */
private val reporting = ReentrantLock()

/** Reports that the run succeeded; the run continues, and the last report counts [RES-1, RES-5].
  *
  * On return the result is on disk. A run that reports nothing and ends by itself is a success, too.
  *
  * {{{
  * success("looked at 2 stocks")
  * // result.json: {"status":"success","message":"looked at 2 stocks"}
  * }}}
  *
  * @param message
  *   what was done
  * @throws BotyardException
  *   the first of these codes that applies [RES-3, RES-6, RES-12, RES-16]: `result.in_query` in a query process, whose
  *   handlers return their answers; `result.invalid_message` if the message is null; `result.too_large` if the result
  *   is longer than 1,048,576 bytes as JSON; `result.write_failed` if the file at `RESULT_PATH` cannot be written
  */
def success(message: String): Unit =
  refuseInQuery("success")
  report(document("success", message))

/** Reports success with data, like [[successWithData]]. */
def success[T: Writer](message: String, data: T): Unit = successWithData(message, data)

/** Reports that the run succeeded, with data; the run continues [RES-2].
  *
  * {{{
  * successWithData("looked at 2 stocks", List("AAPL", "MSFT"))
  * // result.json: {"status":"success","message":"looked at 2 stocks","data":["AAPL","MSFT"]}
  * }}}
  *
  * @param message
  *   what was done
  * @param data
  *   any value that uPickle can write; null is written, too
  * @throws BotyardException
  *   the codes of [[success]], and `result.invalid_data` if the data has no JSON form
  */
def successWithData[T: Writer](message: String, data: T): Unit =
  refuseInQuery("success")
  report(document("success", message, data))

/** Reports that the run failed and ends the process at once with exit code 1 [RES-7].
  *
  * Writes the result, logs the message (not the data) with level `error`, flushes both streams and ends the process,
  * from any thread; no `catch`, no `finally` and no shutdown hook runs [RES-8]. If the result cannot be written, this
  * is logged, too, and the process still ends [RES-9].
  *
  * {{{
  * val prices = Map("MSFT" -> 412.0)
  * val symbol = input.parse().config("symbol").str
  * val price = prices.getOrElse(symbol, error(s"there is no price of $symbol"))
  * println(2 * price)
  * // {"level":"error","timestamp":"…","message":"there is no price of AAPL"}
  * // result.json: {"status":"error","message":"there is no price of AAPL"}
  * }}}
  *
  * @param message
  *   what went wrong
  * @throws BotyardException
  *   one of the codes of [[success]], except `result.write_failed`; the process then continues [RES-3, RES-12, RES-16]
  */
def error(message: String): Nothing =
  refuseInQuery("error")
  fail(message, document("error", message))

/** Reports failure with data and ends the process, like [[errorWithData]]. */
def error[T: Writer](message: String, data: T): Nothing = errorWithData(message, data)

/** Reports that the run failed, with data, and ends the process, like [[error]].
  *
  * {{{
  * errorWithData("the broker refused the order", Map("AAPL" -> 10))
  * // {"level":"error","timestamp":"…","message":"the broker refused the order"}
  * // result.json: {"status":"error","message":"the broker refused the order","data":{"AAPL":10}}
  * }}}
  *
  * @param message
  *   what went wrong
  * @param data
  *   any value that uPickle can write; it is written to the result, and not to the log
  * @throws BotyardException
  *   the codes of [[error]], and `result.invalid_data` if the data has no JSON form; the process then continues
  */
def errorWithData[T: Writer](message: String, data: T): Nothing =
  refuseInQuery("error")
  fail(message, document("error", message, data))

/** Reports an object of your own as the result; the run continues, and the last report counts [RES-1, RES-11].
  *
  * If its `status` is `"error"`, the run counts as failed, whatever its exit code is [RES-14].
  *
  * {{{
  * result(ujson.Obj("status" -> "success", "bought" -> 10, "price" -> 187.5))
  * // result.json: {"status":"success","bought":10,"price":187.5}
  * }}}
  *
  * @param data
  *   a value that is written as a JSON object of at most 1,048,576 bytes
  * @throws BotyardException
  *   `result.in_query`, `result.invalid_data` (also if the data is not written as an object), `result.too_large` or
  *   `result.write_failed`, as for [[successWithData]]
  */
def result[T: Writer](data: T): Unit =
  refuseInQuery("result")
  val document = encoded(data)
  if document.head != '{' then
    val reason = s"a result must be an object, got ${kindOf(document)}"
    throw BotyardException("result.invalid_data", "reason" -> reason)
  report(fitting(document))

private def writeDurably(document: Array[Byte]): Unit =
  writeAnswer(document)
  val path = environment.resultFile
  files.flushDirectory(path.take(path.lastIndexOf('/') + 1))

/** Replaces the file at `RESULT_PATH` atomically [RES-4]; fails with `result.write_failed`.
  *
  * The directory is not flushed: the caller of a query does not survive a crash of the machine, so that the name
  * of the answer's file need not.
  */
private[botyard] def writeAnswer(document: Array[Byte]): Unit =
  val path = environment.resultFile
  val (directory, name) = path.splitAt(path.lastIndexOf('/') + 1)
  try files.replace(path, directory + files.temporaryName(name), document)
  catch
    case cause: IOException =>
      val reason = systemError.name(cause)
      throw BotyardException.caused(cause, "result.write_failed", "path" -> path, "reason" -> reason)

private def report(document: Array[Byte]): Unit =
  reporting.lock()
  try writeDurably(document)
  finally reporting.unlock()

private def fail(message: String, document: Array[Byte]): Nothing =
  reporting.lock()
  try
    reportFailure(message, document)
    end.now(1)
  finally reporting.unlock()

private def reportFailure(message: String, document: Array[Byte]): Unit =
  try
    val unwritten =
      try
        writeDurably(document)
        None
      catch case failure: BotyardException => Some(failure.getMessage)
    log.errorIfPossible(message)
    unwritten.foreach(log.errorIfPossible(_))
  catch case _: Throwable => () // the process ends, whatever happens

private def refuseInQuery(function: String): Unit =
  if environment.isQueryProcess then throw BotyardException("result.in_query", "function" -> function)

private def document(status: String, message: String): Array[Byte] =
  fitting(opened(status, message).add("}").result)

private def document[T: Writer](status: String, message: String, data: T): Array[Byte] =
  val out = opened(status, message)
  fitting(out.add(",\"data\":").add(encoded(data)).add("}").result)

private def opened(status: String, message: String): json.JsonBytes =
  if message == null then throw BotyardException("result.invalid_message", "kind" -> "null")
  val out = json.JsonBytes().add("{\"status\":\"").add(status).add("\",\"message\":")
  out.quote(message): Unit
  out

private def encoded[T: Writer](data: T): Array[Byte] =
  try json.write(data)
  catch
    case cause: json.NotJson =>
      throw BotyardException.caused(cause, "result.invalid_data", "reason" -> cause.getMessage)

private def fitting(document: Array[Byte]): Array[Byte] =
  if document.length > LargestResult then
    throw BotyardException("result.too_large", "size" -> document.length.toString)
  document
