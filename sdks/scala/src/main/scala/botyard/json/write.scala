package botyard.json

import java.nio.charset.StandardCharsets.UTF_8
import scala.util.control.NonFatal
import upickle.default.Writer

/** Writes one value as one line of JSON in UTF-8, without a line feed.
  *
  * A number that is not finite becomes null, a lone surrogate becomes U+FFFD [JSON-8, JSON-9]. Fails with [[NotJson]]
  * if the value is nested too deeply or its codec fails.
  */
private[botyard] def write[T](value: T)(using codec: Writer[T]): Array[Byte] =
  val out = JsonBytes()
  encode(value, out)
  out.result

/** Adds one object to a line, as `write` does; fails for every other value, and names its kind. */
private[botyard] def addObject[T: Writer](value: T, line: JsonBytes): Unit =
  val start = line.size
  encode(value, line)
  if line(start) != '{' then throw NotJson(s"got ${botyard.errors.kindOf(line.from(start))}")

/** Writes one value as text. */
private[botyard] def text[T: Writer](value: T): String = String(write(value), UTF_8)

private def encode[T](value: T, out: JsonBytes)(using codec: Writer[T]): Unit =
  val start = out.size
  try
    val writer = JsonWriter(out)
    codec.write(writer, value): Unit
    if writer.replacedKey then
      // Replacing surrogates may have made keys equal; reading keeps the last of them.
      val read = botyard.json.read(out.from(start))
      out.cutTo(start)
      encode(read, out)
  catch
    case error: NotJson        => throw error
    case _: StackOverflowError => throw NotJson("it is nested too deeply")
    case NonFatal(error) =>
      throw NotJson(
        s"its codec fails: ${botyard.errors.messageOf(error).getOrElse(error.getClass.getName)}",
        error
      )
