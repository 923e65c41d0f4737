package botyard.query

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import upickle.core.LinkedHashMap

/** The target of an HTTP request: its path, and the parameters of its query string.
  *
  * The raw text has one character for each byte.
  */
private final class Target(raw: String):
  private val (beforeMark, query) = raw.span(_ != '?')

  /** Everything before the first `?`, decoded once; in an absolute target, only what follows the host. */
  val path: String =
    if beforeMark.startsWith("/") then percentDecoded(beforeMark)
    else percentDecoded(absolute.replaceFirstIn(beforeMark, ""))

  /** The query string, read as `URLSearchParams` does; the last of a repeated name wins. */
  def params: ujson.Obj =
    val members = LinkedHashMap[String, ujson.Value]()
    for pair <- query.drop(1).replace('+', ' ').split('&') if pair.nonEmpty do
      val (name, value) = pair.span(_ != '=')
      members.put(percentDecoded(name), ujson.Str(percentDecoded(value.drop(1)))): Unit
    ujson.Obj(members)

private val absolute = "(?i)^[a-z][a-z0-9+.-]*://[^/]*".r

/** Percent-decodes once and never fails: a `%` without two hex digits stays, and bytes that are not UTF-8 become
  * U+FFFD.
  */
private def percentDecoded(raw: String): String =
  if raw.forall(character => character != '%' && character < 0x80) then raw else decoded(raw)

private def decoded(raw: String): String =
  val bytes = ByteArrayOutputStream(raw.length)
  var at = 0
  while at < raw.length do
    val isEscape =
      raw.charAt(at) == '%' && at + 2 < raw.length && isHex(raw.charAt(at + 1)) && isHex(raw.charAt(at + 2))
    if isEscape then
      bytes.write(Integer.parseInt(raw.substring(at + 1, at + 3), 16))
      at += 3
    else
      bytes.write(raw.charAt(at))
      at += 1
  lossyText(bytes.toByteArray)

/** Decodes UTF-8; each maximal ill-formed subpart becomes one U+FFFD. Java makes only one of an encoded surrogate. */
private def lossyText(bytes: Array[Byte]): String =
  val isSurrogate = (at: Int) =>
    bytes(at) == 0xed.toByte && bytes.lift(at + 1).exists(next => (next & 0xe0) == 0xa0)
  String(bytes.indices.map(at => if isSurrogate(at) then 0xff.toByte else bytes(at)).toArray, UTF_8)

private def isHex(digit: Char) = digit < 0x80 && Character.digit(digit, 16) >= 0
