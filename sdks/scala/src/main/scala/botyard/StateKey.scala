package botyard

import java.nio.ByteBuffer
import java.nio.CharBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Try

/** Keys of the state as names of files [ST-2, ST-3, ST-4]. */
private[botyard] object StateKey:
  private val Longest = 200
  private val Suffix = ".json"
  private val escaped = "%([0-9a-f]{2})".r

  /** The file name of a key, without `.json`, or why it is not a key. */
  def encode(key: String | Null): Either[String, String] =
    if key == null then Left("it is not a string")
    else if key.isEmpty then Left("it is empty")
    else
      // The encoded form is never shorter than the key, so a long key is refused without encoding it.
      val tooLong = Left(s"it is longer than $Longest characters when encoded")
      bytesOf(key) match
        case None                                  => Left("it contains a lone surrogate")
        case Some(bytes) if bytes.length > Longest => tooLong
        case Some(bytes) =>
          val name = bytes.map(encodeByte).mkString
          if name.length > Longest then tooLong else Right(name)

  /** The key of a file, or `None` if the name is not that of a key. */
  def decode(fileName: String): Option[String] =
    for
      name <- Option.when(fileName.endsWith(Suffix))(fileName.dropRight(Suffix.length))
      if name.length <= Longest && name.forall(_ < 0x80)
      key <- textOf(unescaped(name))
      if encode(key) == Right(name)
    yield key

  private def encodeByte(byte: Byte): String = byte.toChar match
    case plain
        if (plain >= 'a' && plain <= 'z') || (plain >= '0' && plain <= '9') || plain == '_' || plain == '-' =>
      plain.toString
    case _ => f"%%${byte & 0xff}%02x"

  private def unescaped(name: String): Array[Byte] =
    escaped
      .replaceAllIn(name, found => escapeOf(Integer.parseInt(found.group(1), 16).toChar))
      .getBytes("ISO-8859-1")

  private def escapeOf(character: Char) = java.util.regex.Matcher.quoteReplacement(character.toString)

  private def bytesOf(key: String): Option[Array[Byte]] =
    try
      val encoded = UTF_8.newEncoder.encode(CharBuffer.wrap(key))
      Some(encoded.array.take(encoded.limit))
    catch case _: CharacterCodingException => None

  private def textOf(bytes: Array[Byte]): Option[String] =
    Try(UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes)).toString).toOption
end StateKey
