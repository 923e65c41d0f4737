package botyard.query

import botyard.BotyardException
import botyard.errors.shown
import botyard.json
import upickle.default.Reader

/** One query: its path and its parameters.
  *
  * Parameters of an HTTP query string are always strings. The typed accessors also accept the JSON text of a value, so
  * that a handler reads `?limit=5` and `{"limit":5}` in the same way [Q-34]. They return `None` if the parameter is
  * absent or null, and fail with `query.invalid_param`, naming the key, if it does not fit [Q-37]. If the handler does
  * not catch this error, the query is answered with HTTP status 400.
  *
  * {{{
  * def greet(request: query.Request) = s"${request.path} to ${request.getString("name").getOrElse("you")}"
  * query.handler("/hello")(greet) // /hello?name=Ada answers "/hello to Ada"
  * }}}
  *
  * @param path
  *   the path of the query, percent-decoded, such as `/hello` [Q-31]
  */
final class Request(val path: String, params: ujson.Obj):

  /** Returns a parameter's JSON value, or `None` if it is absent or null [Q-32].
    *
    * {{{
    * query.handler("/raw")(request => request.get("limit").getOrElse(ujson.Num(10))) // /raw?limit=5 answers "5"
    * }}}
    */
  def get(key: String): Option[ujson.Value] = present(key).map(ujson.copy)

  /** Returns a parameter as any type that uPickle can read, from its value or the JSON text of one.
    *
    * {{{
    * query.handler("/sum")(request => request.getAs[List[Int]]("of").getOrElse(Nil).sum) // /sum?of=[1,2] answers 3
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, with the path of what does not fit, if the parameter is present and does not fit [Q-37,
    *   JSON-20]
    */
  def getAs[T: Reader](key: String): Option[T] =
    present(key).map: value =>
      try json.decodeParam[T](key, value)
      catch
        case misfit: json.Misfit =>
          throw refused(if misfit.place.sizeIs > 1 then misfit.path else key, misfit)

  /** Returns all parameters as one type that uPickle can read, such as a case class [Q-52].
    *
    * They must fit it as [[botyard.state.getAs]] says. A member that is not text also accepts its JSON text, as in a
    * query string.
    *
    * {{{
    * case class Newest(limit: Int = 10, symbol: Option[String] = None) derives upickle.default.Reader
    * query.handler("/newest")(request => request.paramsAs[Newest].limit) // /newest?limit=5 answers 5
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, with the path of the first part that does not fit. If the handler does not catch it, the
    *   query is answered with HTTP status 400.
    */
  def paramsAs[T: Reader]: T =
    try json.decodeParams[T](params)
    catch case misfit: json.Misfit => throw refused(misfit.path, misfit)

  /** Returns a string parameter; a number or boolean is refused [Q-36].
    *
    * {{{
    * query.handler("/of")(request => request.getString("symbol").getOrElse("MSFT")) // /of?symbol=AAPL answers "AAPL"
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, naming the key, if the parameter is not a string [Q-37]
    */
  def getString(key: String): Option[String] = typed(key, "a string", accept.string)

  /** Returns a number parameter: `1.5` or `"1.5"` [Q-34].
    *
    * {{{
    * query.handler("/fee")(request => 2 * request.getNumber("price").getOrElse(0.0)) // /fee?price=1.5 answers 3
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, naming the key, if the parameter is neither a number nor its JSON text [Q-37]
    */
  def getNumber(key: String): Option[Double] = typed(key, "a number", accept.number)

  /** Returns an integer parameter within ±(2^53 − 1), in any notation: `5`, `5.0`, `5e0` or `"5"` [Q-35].
    *
    * {{{
    * query.handler("/next")(request => 1 + request.getInteger("n").getOrElse(0L)) // /next?n=5.0 answers 6
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, naming the key, if the parameter is neither an integer nor its JSON text, or is outside
    *   of ±(2^53 − 1) [Q-37]
    */
  def getInteger(key: String): Option[Long] = typed(key, "an integer", accept.integer)

  /** Returns a boolean parameter: `true` or `false`, also as text [Q-34].
    *
    * {{{
    * query.handler("/not")(request => !request.getBoolean("live").getOrElse(false)) // /not?live=true answers false
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, naming the key, for anything else, such as `1` or `"yes"` [Q-37]
    */
  def getBoolean(key: String): Option[Boolean] = typed(key, "true or false", accept.boolean)

  /** Returns an array parameter: an array or its JSON text [Q-34]. Its elements may be any JSON values.
    *
    * {{{
    * query.handler("/count")(request => request.getArray("of").fold(0)(_.value.size)) // /count?of=[1,2] answers 2
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, naming the key, if the parameter is neither an array nor its JSON text [Q-37]
    */
  def getArray(key: String): Option[ujson.Arr] = typed(key, "an array", accept.array)

  /** Returns an object parameter: an object or its JSON text [Q-34]. Its values may be any JSON values.
    *
    * {{{
    * query.handler("/from")(request => request.getObject("range").map(_("from"))) // /from?range={"from":1} answers 1
    * }}}
    *
    * @throws botyard.BotyardException
    *   `query.invalid_param`, naming the key, if the parameter is neither an object nor its JSON text [Q-37]
    */
  def getObject(key: String): Option[ujson.Obj] = typed(key, "an object", accept.obj)

  /** Returns all parameters with their JSON types, as a new copy at each call [Q-33].
    *
    * {{{
    * query.handler("/echo")(request => request.values) // /echo?a=1 answers {"a":"1"}
    * }}}
    */
  def values: ujson.Obj = copy(params)

  private def present(key: String): Option[ujson.Value] = params.value.get(key).filterNot(_.isNull)

  private def typed[T](key: String, expected: String, rule: PartialFunction[ujson.Value, T]): Option[T] =
    present(key).map: value =>
      (Iterator(value) ++ json.spelled(value))
        .collectFirst(rule)
        .getOrElse:
          throw refused(key, expected, shown(value), null)

  private def refused(key: String, misfit: json.Misfit): BotyardException =
    refused(key, misfit.expectation, misfit.found.fold("nothing")(shown), misfit.getCause)

  private def refused(
      key: String,
      expected: String,
      value: String,
      cause: Throwable | Null
  ): BotyardException =
    val values = Seq("key" -> shown(key), "expected" -> expected, "value" -> value)
    BotyardException.caused(cause, "query.invalid_param", values*)
end Request

private def copy[T <: ujson.Value](value: T): T = ujson.copy(value).asInstanceOf[T]
