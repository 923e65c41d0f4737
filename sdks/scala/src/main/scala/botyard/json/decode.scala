package botyard.json

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays
import scala.util.Try
import upickle.default.Reader

/** Ascending order of UTF-8 bytes [JSON-15]. */
private[botyard] val byteOrder: Ordering[String] =
  (one, other) => Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8))

/** Reads a value as a type; fails with [[Misfit]] if the value does not fit [JSON-19]. */
private[botyard] def decode[T](value: ujson.Value)(using codec: Reader[T]): T =
  within(value)(Decoding(ofQuery = false).read(value, codec, Nil))

/** Reads all parameters of a query as a type; a member that is not text also accepts its JSON text. */
private[botyard] def decodeParams[T](params: ujson.Obj)(using codec: Reader[T]): T =
  within(params)(Decoding(ofQuery = true).read(params, codec, Nil))

/** Reads one parameter of a query in the same way. */
private[botyard] def decodeParam[T](key: String, value: ujson.Value)(using codec: Reader[T]): T =
  within(value)(Decoding(ofQuery = true).readSpelled(value, codec, List(key)))

/** The value whose JSON text a string is, with nothing around it; a string in a string counts as none. */
private[botyard] def spelled(value: ujson.Value): Option[ujson.Value] = value match
  case ujson.Str(text) if text.nonEmpty && !isBlank(text.head) && !isBlank(text.last) =>
    Try(read(text)).toOption.filterNot(_.isInstanceOf[ujson.Str])
  case _ => None

private def isBlank(character: Char) = " \t\n\r".contains(character)

private def within[T](value: ujson.Value)(reading: => T): T =
  try reading
  catch case _: StackOverflowError => throw Misfit(Nil, "", Some(value), NotJson("it is nested too deeply"))
