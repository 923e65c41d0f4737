package botyard.json

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays
import scala.util.control.NonFatal
import upickle.core.{ArrVisitor, ObjVisitor, Visitor}
import upickle.default.Reader

/** Ascending order of UTF-8 bytes [JSON-15]. */
private[botyard] val byteOrder: Ordering[String] =
  (one, other) => Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8))

/** Reads a value as a type; fails with [[NotJson]] if the value does not fit. */
private[botyard] def decode[T](value: ujson.Value)(using codec: Reader[T]): T =
  try ujson.transform(value, Exact(codec))
  catch
    case error: NotJson        => throw error
    case _: StackOverflowError => throw NotJson("it is nested too deeply")
    case NonFatal(error) =>
      throw NotJson(Option(error.getMessage).getOrElse(error.getClass.getName), error)

/** Refuses the numbers and texts that uPickle would change: 1.5 or 3000000000 as an `Int`, "5" as a number. */
private final class Exact[T, J](inner: Visitor[T, J]) extends Visitor.Delegate[T, J](inner):
  override def visitFloat64(number: Double, index: Int): J =
    val read = super.visitFloat64(number, index)
    read match
      case whole: (java.lang.Byte | java.lang.Short | java.lang.Integer | java.lang.Long)
          if whole.doubleValue != number || whole.longValue == Long.MaxValue =>
        throw NotJson(
          s"expected an integer of ${whole.getClass.getSimpleName}, got ${text(ujson.Num(number))}"
        )
      case _ => read

  override def visitString(chars: CharSequence, index: Int): J =
    val read = super.visitString(chars, index)
    read match
      case _: (java.lang.Number | java.lang.Boolean) if !read.isInstanceOf[BigDecimal | BigInt] =>
        throw NotJson("got a string")
      case _ => read

  override def visitArray(length: Int, index: Int): ArrVisitor[T, J] =
    ExactItems(super.visitArray(length, index))

  override def visitObject(length: Int, jsonableKeys: Boolean, index: Int): ObjVisitor[T, J] =
    ExactMembers(super.visitObject(length, jsonableKeys, index))

private final class ExactItems[T, J](inner: ArrVisitor[T, J]) extends ArrVisitor[T, J]:
  def subVisitor: Visitor[?, ?] = Exact(inner.subVisitor)
  def visitValue(item: T, index: Int): Unit = inner.visitValue(item, index)
  def visitEnd(index: Int): J = inner.visitEnd(index)

private final class ExactMembers[T, J](inner: ObjVisitor[T, J]) extends ObjVisitor[T, J]:
  def subVisitor: Visitor[?, ?] = Exact(inner.subVisitor)
  def visitKey(index: Int): Visitor[?, ?] = inner.visitKey(index)
  def visitKeyValue(key: Any): Unit = inner.visitKeyValue(key)
  def visitValue(value: T, index: Int): Unit = inner.visitValue(value, index)
  def visitEnd(index: Int): J = inner.visitEnd(index)
