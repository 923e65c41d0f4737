package botyard.json

import botyard.errors.{cut, kindOf, messageOf}

/** The keys and indices that lead to a part of a value, the last one first. */
private type Place = List[String | Int]

/** The first part of a value that does not fit its type [JSON-20].
  *
  * @param expected
  *   what the type has there, such as `an integer`; empty if only the type's codec knows
  * @param found
  *   the part, or none if it is missing
  */
private[botyard] final class Misfit(
    val place: Place,
    expected: String,
    val found: Option[ujson.Value],
    cause: Throwable | Null = null
) extends RuntimeException(null, cause, false, false):
  private val words = Option(cause).flatMap(messageOf(_)).fold("")(_.trim)

  /** The path of the part, as in `legs[0].size`; empty for the value as a whole. */
  def path: String = place.reverseIterator
    .map:
      case index: Int                      => s"[$index]"
      case plain: String if isPlain(plain) => s".$plain"
      case key: String                     => s"[${text(cut(key, Misfit.LongestKey))}]"
    .mkString
    .stripPrefix(".")

  /** What is expected, in words. */
  def expectation: String =
    cut(if expected.isEmpty then s"valid ($words)" else expected, Misfit.LongestWords)

  /** Says what does not fit.
    *
    * @param secret
    *   what must not be quoted: the words of a codec are left out if any part of it occurs in them [IN-5]
    */
  def reason(secret: ujson.Value = ujson.Null): String =
    val part = if place.isEmpty then "it" else path
    val said = found match
      case None                             => s"$part is missing"
      case Some(value) if expected.nonEmpty => s"$part must be $expected, got ${kindOf(value)}"
      case _ if words.isEmpty || quotes(words.toLowerCase, secret) => s"$part does not fit"
      case _                                                       => s"$part does not fit: $words"
    cut(said, Misfit.LongestWords)

  private def isPlain(key: String) = key.length <= Misfit.LongestKey && key.matches("[A-Za-z_]\\w*")

  private def quotes(words: String, value: ujson.Value): Boolean = value match
    case ujson.Obj(members) =>
      members.exists((key, inner) => quotes(words, ujson.Str(key)) || quotes(words, inner))
    case ujson.Arr(items)  => items.exists(quotes(words, _))
    case ujson.Str(text)   => quotesText(words, text)
    case ujson.Num(number) => quotesText(words, text(value)) || quotesText(words, number.toString)
    case _                 => false

  private def quotesText(words: String, part: String) =
    val plain = part.trim.toLowerCase
    List(plain, text(plain).drop(1).dropRight(1)).exists(form =>
      form.length >= Misfit.ShortestSecret && words.contains(form)
    )
end Misfit

private object Misfit:
  private val LongestKey = 100
  private val LongestWords = 1000
  private val ShortestSecret = 3
