package botyard.json

import java.io.OutputStream
import java.util.Arrays

/** A growing buffer of JSON text in UTF-8. */
private[botyard] final class JsonBytes:
  private var bytes = new Array[Byte](256)
  private var length = 0

  def result: Array[Byte] = from(0)

  /** What was added after the first `start` bytes. */
  def from(start: Int): Array[Byte] = Arrays.copyOfRange(bytes, start, length)

  /** Forgets all but the first `size` bytes. */
  def cutTo(size: Int): Unit = length = size

  def size: Int = length
  def apply(at: Int): Byte = bytes(at)
  def writeTo(stream: OutputStream): Unit = stream.write(bytes, 0, length)

  /** Adds one ASCII character. */
  def add(character: Char): JsonBytes =
    reserve(1)
    put(character)
    this

  /** Adds ASCII text. */
  def add(text: String): JsonBytes =
    reserve(text.length)
    var at = 0
    while at < text.length do
      put(text.charAt(at))
      at += 1
    this

  /** Adds a document. */
  def add(document: Array[Byte]): JsonBytes =
    reserve(document.length)
    System.arraycopy(document, 0, bytes, length, document.length)
    length += document.length
    this

  def add(number: Long): JsonBytes = add(number.toString)

  /** Adds a string with its quotes [JSON-2, JSON-3]; returns whether it contained a lone surrogate [JSON-9]. */
  def quote(text: String): Boolean =
    // A UTF-16 unit takes at most six bytes, as an escape.
    reserve(6 * text.length + 2)
    var replaced = false
    put('"')
    var at = 0
    while at < text.length do
      val unit = text.charAt(at)
      if unit < 0x80 then putAscii(unit)
      else if !Character.isSurrogate(unit) then putWide(unit)
      else if Character.isHighSurrogate(unit) && at + 1 < text.length && Character.isLowSurrogate(
          text.charAt(at + 1)
        )
      then
        at += 1
        putWide(Character.toCodePoint(unit, text.charAt(at)))
      else
        replaced = true
        putWide(0xfffd)
      at += 1
    put('"')
    replaced

  private def putAscii(unit: Char): Unit =
    if unit == '"' || unit == '\\' then
      put('\\')
      put(unit)
    else if unit >= ' ' then put(unit)
    else
      val letter = "btn\u0000fr".lift(unit - '\b').filter(_ != '\u0000')
      put('\\')
      letter match
        case Some(letter) => put(letter)
        case None         => f"u${unit.toInt}%04x".foreach(put)

  private def putWide(point: Int): Unit =
    if point < 0x800 then put((0xc0 | point >> 6).toChar)
    else
      if point < 0x10000 then put((0xe0 | point >> 12).toChar)
      else
        put((0xf0 | point >> 18).toChar)
        put((0x80 | point >> 12 & 0x3f).toChar)
      put((0x80 | point >> 6 & 0x3f).toChar)
    put((0x80 | point & 0x3f).toChar)

  private def put(byte: Char): Unit =
    bytes(length) = byte.toByte
    length += 1

  private def reserve(more: Int): Unit =
    if bytes.length - length < more then
      bytes = Arrays.copyOf(bytes, math.max(2 * bytes.length, length + more))
end JsonBytes
