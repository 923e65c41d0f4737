package botyard.json

import ujson.JsVisitor
import upickle.core.{ArrVisitor, ObjVisitor, Visitor}

/** Writes what a codec visits. */
private final class JsonWriter(out: JsonBytes) extends JsVisitor[Any, Unit]:
  private var depth = 0

  /** Whether a key contained a lone surrogate. */
  var replacedKey = false

  def visitArray(length: Int, index: Int): ArrVisitor[Any, Unit] = new:
    private var isFirst = true
    enter('[')
    def subVisitor: Visitor[?, ?] =
      if !isFirst then out.add(','): Unit
      isFirst = false
      JsonWriter.this
    def visitValue(item: Any, index: Int): Unit = ()
    def visitEnd(index: Int): Unit = leave(']')

  def visitJsonableObject(length: Int, index: Int): ObjVisitor[Any, Unit] = new:
    private var isFirst = true
    enter('{')
    def subVisitor: Visitor[?, ?] = JsonWriter.this
    def visitKey(index: Int): Visitor[?, ?] =
      if !isFirst then out.add(','): Unit
      isFirst = false
      keys
    def visitKeyValue(name: Any): Unit = out.add(':'): Unit
    def visitValue(value: Any, index: Int): Unit = ()
    def visitEnd(index: Int): Unit = leave('}')

  private def enter(bracket: Char): Unit =
    if depth == MaxDepth then throw NotJson(s"nested deeper than $MaxDepth levels, or contains itself")
    depth += 1
    out.add(bracket): Unit

  private def leave(bracket: Char): Unit =
    depth -= 1
    out.add(bracket): Unit

  def visitNull(index: Int): Unit = out.add("null"): Unit
  def visitFalse(index: Int): Unit = out.add("false"): Unit
  def visitTrue(index: Int): Unit = out.add("true"): Unit
  override def visitInt32(number: Int, index: Int): Unit = out.add(number): Unit
  override def visitInt64(number: Long, index: Int): Unit = out.add(number): Unit
  override def visitUInt64(number: Long, index: Int): Unit =
    out.add(java.lang.Long.toUnsignedString(number)): Unit
  override def visitFloat32(number: Float, index: Int): Unit =
    if number.isNaN || number.isInfinite then visitNull(index) else visitDigits(number.toString)
  override def visitFloat64(number: Double, index: Int): Unit =
    if number.isNaN || number.isInfinite then visitNull(index)
    else if number == number.toLong && math.abs(number) < 1e15 then out.add(number.toLong): Unit
    else out.add(shortest(number)): Unit
  def visitFloat64StringParts(digits: CharSequence, point: Int, exponent: Int, index: Int): Unit =
    visitDigits(digits.toString)
  def visitString(text: CharSequence, index: Int): Unit =
    if text == null then visitNull(index) else out.quote(text.toString): Unit

  /** Writes the digits that a codec has made; they may be of any number, or of none. */
  private def visitDigits(digits: String): Unit =
    if digits.toDouble.isInfinite then visitNull(-1)
    else if isNumber(digits) then out.add(digits): Unit
    else throw NotJson("a number that is none in JSON")

  private val keys = new KeyWriter(out, () => replacedKey = true)
end JsonWriter

/** Writes keys: strings, and as text whatever else a codec makes a key of. */
private final class KeyWriter(out: JsonBytes, replaced: () => Unit) extends JsVisitor[Any, Unit]:
  def visitString(text: CharSequence, index: Int): Unit =
    if text == null then throw NotJson("a key that is null")
    if out.quote(text.toString) then replaced()
  def visitNull(index: Int): Unit = throw NotJson("a key that is null")
  def visitFalse(index: Int): Unit = visitString("false", index)
  def visitTrue(index: Int): Unit = visitString("true", index)
  override def visitInt64(number: Long, index: Int): Unit = visitString(number.toString, index)
  def visitFloat64StringParts(digits: CharSequence, point: Int, exponent: Int, index: Int): Unit =
    visitString(digits, index)
  def visitArray(length: Int, index: Int): ArrVisitor[Any, Unit] = throw NotJson("a key that is an array")
  def visitJsonableObject(length: Int, index: Int): ObjVisitor[Any, Unit] =
    throw NotJson("a key that is an object")
