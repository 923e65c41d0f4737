package botyard.errors

import botyard.json

/** Cuts a text after `length` characters (code points) and marks the cut with `…`. */
private[botyard] def cut(text: String, length: Int): String =
  if text.length <= length || text.codePointCount(0, text.length) <= length then text
  else text.substring(0, text.offsetByCodePoints(0, length)) + "…"

/** The JSON text of a string as messages show it, cut after 100 characters. */
private[botyard] def shown(text: String | Null): String =
  if text == null then "null" else shown(ujson.Str(text))

/** The JSON text of a value as messages show it, cut after 100 characters. */
private[botyard] def shown(value: ujson.Value): String = value match
  case long: json.LongNumber => cut(long.digits, 100)
  case other                 => cut(json.text(other), 100)

/** What a method of an exception returns. It may be one of the bot, and fail in any way, even overflow the stack. */
private[botyard] def attempted[T](method: => T | Null): Option[T] =
  try
    method match
      case null   => None
      case result => Some(result.asInstanceOf[T])
  catch case _: Throwable => None

/** A failure's own message, unless it has none. */
private[botyard] def messageOf(failure: Throwable): Option[String] =
  attempted(failure.getMessage).filter(_.nonEmpty)

/** The kind of the value that a JSON text contains, in words. */
private[botyard] def kindOf(document: Array[Byte]): String =
  document.headOption.map(_.toChar) match
    case Some('{')       => "an object"
    case Some('[')       => "an array"
    case Some('"')       => "a string"
    case Some('n')       => "null"
    case Some('t' | 'f') => "a boolean"
    case _               => "a number"

/** The kind of a value, in words. */
private[botyard] def kindOf(value: ujson.Value): String = kindOf(json.write(value))
