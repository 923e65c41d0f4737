package botyard.json

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.CodingErrorAction.REPORT
import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable.ArrayBuffer
import ujson.{JsVisitor, Value}
import upickle.core.{ArrVisitor, LinkedHashMap, ObjVisitor, Visitor}

/** Reads one JSON document from UTF-8 [JSON-1, JSON-6, JSON-7]. */
private[botyard] def read(document: Array[Byte]): Value =
  val decoder = UTF_8.newDecoder.onMalformedInput(REPORT).onUnmappableCharacter(REPORT)
  try read(decoder.decode(ByteBuffer.wrap(document)).toString)
  catch case _: CharacterCodingException => throw NotJson("it is not UTF-8")

/** Reads one JSON document. The failure gives a position, and quotes nothing of the text [IN-5]. */
private[botyard] def read(text: String): Value =
  refuseEscapes(text)
  try ujson.StringParser.transform(text, Strict.outermost)
  catch
    case error: ujson.ParseException => throw NotJson(s"malformed JSON at character ${error.index}")
    case _: ujson.IncompleteParseException | _: IndexOutOfBoundsException =>
      throw NotJson(s"the JSON text ends too early, at character ${text.length}")

/** Refuses escapes that the parser would accept: of an unpaired surrogate, or with a digit that is not hexadecimal.
  *
  * Outside of strings a backslash is no JSON, which the parser finds.
  */
private def refuseEscapes(text: String): Unit =
  var at = text.indexOf('\\')
  while at >= 0 do
    val unit = unitAt(text, at)
    val length = unit match
      case None => 2
      case Some(high) if Character.isHighSurrogate(high) =>
        if unitAt(text, at + 6).exists(Character.isLowSurrogate) then 12 else refuseSurrogate(at)
      case Some(low) if Character.isLowSurrogate(low) => refuseSurrogate(at)
      case Some(_)                                    => 6
    at = text.indexOf('\\', at + length)

private def refuseSurrogate(at: Int): Nothing =
  throw NotJson(s"there is an unpaired surrogate escape at character $at")

/** The UTF-16 unit of a `\u` escape, or `None` where the text has none. */
private def unitAt(text: String, at: Int): Option[Char] =
  Option.when(text.startsWith("\\u", at)):
    val digits = text.slice(at + 2, at + 6)
    if digits.length < 4 || digits.exists(digit => digit > 'f' || Character.digit(digit, 16) < 0) then
      throw NotJson(s"malformed JSON at character $at")
    Integer.parseInt(digits, 16).toChar

/** Builds values, and refuses deep nesting and numbers beyond a double. */
private final class Strict(depth: Int) extends JsVisitor[Value, Value]:
  private lazy val inner = Strict(depth + 1)

  private def deeper(index: Int): Strict =
    if depth == MaxDepth then throw NotJson(s"nested deeper than $MaxDepth levels at character $index")
    inner

  def visitArray(length: Int, index: Int): ArrVisitor[Value, Value] = new:
    private val items = ArrayBuffer.empty[Value]
    val subVisitor: Visitor[?, ?] = deeper(index)
    def visitValue(item: Value, index: Int): Unit = items.addOne(item): Unit
    def visitEnd(index: Int): Value = ujson.Arr(items)

  def visitJsonableObject(length: Int, index: Int): ObjVisitor[Value, Value] = new:
    private val members = LinkedHashMap[String, Value]()
    private var key = ""
    val subVisitor: Visitor[?, ?] = deeper(index)
    def visitKey(index: Int): Visitor[?, ?] = upickle.core.StringVisitor
    def visitKeyValue(name: Any): Unit = key = name.toString
    def visitValue(value: Value, index: Int): Unit = members.put(key, value): Unit
    def visitEnd(index: Int): Value = ujson.Obj(members)

  def visitNull(index: Int): Value = ujson.Null
  def visitFalse(index: Int): Value = ujson.False
  def visitTrue(index: Int): Value = ujson.True
  def visitString(text: CharSequence, index: Int): Value = ujson.Str(text.toString)

  // Parsed as a double at once, whose time does not depend on the value of the exponent [JSON-17].
  def visitFloat64StringParts(digits: CharSequence, point: Int, exponent: Int, index: Int): Value =
    val number = digits.toString.toDouble
    if number.isInfinite then throw NotJson(s"a number is beyond the range of a double, at character $index")
    LongNumber.of(digits.toString, number)

private object Strict:
  val outermost = Strict(0)
