package botyard.query

import botyard.BotyardException
import botyard.errors.shown
import botyard.json
import upickle.default.Reader

/** One query: its path and its parameters.
  *
  * Parameters of an HTTP query string are always strings. The typed accessors also accept the JSON text of a value, so
  * that a handler reads `?limit=5` and `{"limit":5}` in the same way. They return `None` if the parameter is
  * absent or null, and fail with `query.invalid_param`, naming the key, if it does not fit. If the handler does
  * not catch this error, the query is answered with status 400.
  *
  * {{{
  * query.handler("/signals"): request =>
  *   val limit = request.getInteger("limit").getOrElse(10L)
  *   state.get("signals").map(_.arr.take(limit.toInt))
  * }}}
  *
  * @param path
  *   the path of the query, percent-decoded
  */
final class Request(val path: String, params: ujson.Obj):

  /** Returns a parameter's JSON value. */
  def get(key: String): Option[ujson.Value] = present(key).map(ujson.copy)

  /** Returns a parameter as any type that uPickle can read.
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`; the cause says why
    */
  def getAs[T: Reader](key: String): Option[T] =
    present(key).map: value =>
      try json.decode[T](value)
      catch
        case cause: json.NotJson =>
          accept
            .textForm(value)
            .flatMap(form => scala.util.Try(json.decode[T](form)).toOption)
            .getOrElse:
              throw refused(key, value, "a value of another type", cause)

  /** Returns a string parameter; only a string fits. */
  def getString(key: String): Option[String] = typed(key, "a string", accept.string)

  /** Returns a number parameter: `1.5` or `"1.5"`. */
  def getNumber(key: String): Option[Double] = typed(key, "a number", accept.number)

  /** Returns an integer parameter within ±(2^53 − 1), in any notation: `5`, `5.0`, `5e0` or `"5"`. */
  def getInteger(key: String): Option[Long] = typed(key, "an integer", accept.integer)

  /** Returns a boolean parameter: `true` or `false`, also as text. */
  def getBoolean(key: String): Option[Boolean] = typed(key, "true or false", accept.boolean)

  /** Returns an array parameter: an array or its JSON text. */
  def getArray(key: String): Option[ujson.Arr] = typed(key, "an array", accept.array)

  /** Returns an object parameter: an object or its JSON text. */
  def getObject(key: String): Option[ujson.Obj] = typed(key, "an object", accept.obj)

  /** Returns all parameters with their JSON types, as a new copy at each call. */
  def values: ujson.Obj = copy(params)

  private def present(key: String): Option[ujson.Value] = params.value.get(key).filterNot(_.isNull)

  private def typed[T](key: String, expected: String, rule: PartialFunction[ujson.Value, T]): Option[T] =
    present(key).map: value =>
      (Iterator(value) ++ accept.textForm(value))
        .collectFirst(rule)
        .getOrElse:
          throw refused(key, value, expected)

  private def refused(key: String, value: ujson.Value, expected: String, cause: Throwable | Null = null) =
    val values = Seq("key" -> shown(key), "expected" -> expected, "value" -> shown(value))
    BotyardException.caused(cause, "query.invalid_param", values*)
end Request

private def copy[T <: ujson.Value](value: T): T = ujson.copy(value).asInstanceOf[T]
