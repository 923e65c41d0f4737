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

/** Writes one object, as `write` does; fails for every other value, and names its kind. */
private[botyard] def writeObject[T: Writer](value: T): Array[Byte] =
  val document = write(value)
  if document.head != '{' then throw NotJson(s"got ${botyard.errors.kindOf(document)}")
  document

/** Writes one value as text. */
private[botyard] def text[T: Writer](value: T): String = String(write(value), UTF_8)

private def encode[T](value: T, out: JsonBytes)(using codec: Writer[T]): Unit =
  try
    val writer = JsonWriter(out)
    codec.write(writer, value): Unit
    if writer.replacedKey then
      // Replacing surrogates may have made keys equal; reading keeps the last of them.
      val read = botyard.json.read(out.result)
      out.clear()
      encode(read, out)
  catch
    case error: NotJson        => throw error
    case _: StackOverflowError => throw NotJson("it is nested too deeply")
    case NonFatal(error) =>
      throw NotJson(s"its codec fails: ${Option(error.getMessage).getOrElse(error.getClass.getName)}", error)
