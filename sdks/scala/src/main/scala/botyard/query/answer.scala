package botyard.query

import botyard.BotyardException
import botyard.errors.{cut, messageOf}
import botyard.json

/** The outcome of a query. */
private enum Outcome:
  /** The handler's value as JSON. */
  case Answered(value: Array[Byte])

  /** A failure, with the code and the message of the answer. */
  case Failed(code: String, message: String)

  /** The answer document of a one-shot query. */
  def document: Array[Byte] = this match
    case Answered(value) => json.JsonBytes().add("{\"status\":\"ok\",\"data\":").add(value).add("}").result
    case Failed(code, message) => failure(code, message, withCode = true)

  /** The body of an HTTP answer. */
  def body: Array[Byte] = this match
    case Answered(value)       => value
    case Failed(code, message) => failure(code, message, withCode = code != "query.handler_failed")

  private def failure(code: String, message: String, withCode: Boolean): Array[Byte] =
    val document = ujson.Obj("status" -> "error", "error" -> message)
    if withCode then document("code") = code
    if code == "query.unknown_path" then document("available_queries") = registry.available
    json.write(document)

private object Outcome:
  def refusal(error: BotyardException): Outcome = Failed(error.code, error.getMessage)

  /** Runs a handler with parameters; everything that it throws is its failure. */
  def of(path: String, handler: Handler, params: => ujson.Obj): Outcome =
    try answered(handler, Request(path, params))
    catch case error: BotyardException => refusal(error)

  private def answered(handler: Handler, request: Request): Outcome =
    val value =
      try Right(handler(request))
      catch case failure: Throwable => Left(failed(request.path, failure))
    value.fold(identity, encoded(request.path, _))

  private def encoded(path: String, value: () => Array[Byte]): Outcome =
    try Answered(value())
    catch case failure: Throwable => withoutForm(path, failure)

  private def failed(path: String, failure: Throwable): Outcome =
    val refused = (Iterator(failure) ++ causesOf(failure)).collectFirst:
      case error: BotyardException if error.code == "query.invalid_param" => refusal(error)
    refused.getOrElse:
      val message = messageOf(failure).getOrElse("the handler failed without a message")
      FailureRecord.write(message, failure, Some(path))
      Failed("query.handler_failed", message)

  private def withoutForm(path: String, failure: Throwable): Outcome =
    val message = s"the answer of $path has no JSON form"
    FailureRecord.writeReason(message, path, messageOf(failure).getOrElse(failure.getClass.getName))
    Failed("query.handler_failed", message)

/** Reads parameters from a JSON object; an empty text means `{}`. Fails with `query.params_not_object`. */
private def readParams(text: Array[Byte]): ujson.Obj =
  def notObject(cause: Throwable | Null) =
    BotyardException.caused(cause, "query.params_not_object", "text" -> cut(lossyText(text), 100))
  if text.isEmpty then ujson.Obj()
  else
    try
      json.read(text) match
        case params: ujson.Obj => params
        case _                 => throw notObject(null)
    catch case cause: json.NotJson => throw notObject(cause)
