package botyard.json

import java.math.BigDecimal
import upickle.core.Visitor
import upickle.default.*

/** A type without parts. uPickle's own readers would also accept what they change: 1.7 as an `Int`, 5 as a `String`.
  *
  * @param expected
  *   what it has, in words
  */
private sealed abstract class Scalar(val expected: String):
  /** Whether the type holds the value unchanged. */
  def has(value: ujson.Value): Boolean

  /** What is expected instead of a value, in words. */
  def insteadOf(value: ujson.Value): String = expected

  def visit[J](value: ujson.Value, reader: Visitor[?, J]): J = visitScalar(value, reader)

private object Scalar:
  /** The type that one of uPickle's own readers reads. */
  def of(reader: Visitor[?, ?]): Option[Scalar] = all.get(reader)

  private lazy val all = Map[Visitor[?, ?], Scalar](
    ByteReader -> Narrow(Byte.MinValue, Byte.MaxValue),
    ShortReader -> Narrow(Short.MinValue, Short.MaxValue),
    IntReader -> Whole(Int.MinValue, Int.MaxValue),
    LongReader -> Whole(Long.MinValue, Long.MaxValue),
    FloatReader -> Real("Float", number => number.value.toFloat.toString.toDouble == number.value),
    DoubleReader -> Real("Double", isHeldByDouble),
    BigIntReader -> Big("an integer", isWhole, "-?[0-9]+".r.matches),
    BigDecimalReader -> Big("a decimal number", _ => true, isNumber),
    BooleanReader -> Plain("true or false", { case _: ujson.Bool => true }),
    StringReader -> Plain("a string", { case _: ujson.Str => true }),
    CharReader -> Plain("a string of one character", { case ujson.Str(text) => text.length == 1 })
  )

private final class Plain(expected: String, fits: PartialFunction[ujson.Value, Boolean])
    extends Scalar(expected):
  def has(value: ujson.Value): Boolean = fits.applyOrElse(value, _ => false)

private class Whole(least: Long, most: Long) extends Scalar("an integer"):
  protected val range = s"an integer from $least to $most"
  private val (low, high) = (BigDecimal.valueOf(least), BigDecimal.valueOf(most))

  def has(value: ujson.Value): Boolean =
    integral(value).exists(number => number.compareTo(low) >= 0 && number.compareTo(high) <= 0)
  override def insteadOf(value: ujson.Value): String = if integral(value).isDefined then range else expected
  override def visit[J](value: ujson.Value, reader: Visitor[?, J]): J =
    reader.visitInt64(integral(value).get.longValueExact, -1)

  private def integral(value: ujson.Value) =
    Option(value).collect { case number: ujson.Num => exact(number) }.filter(isWhole)

private final class Narrow(least: Long, most: Long) extends Whole(least, most):
  override def insteadOf(value: ujson.Value): String = range

/** A binary number. It is the nearest one to a fraction, but an integer must be held exactly. */
private final class Real(name: String, holds: ujson.Num => Boolean) extends Scalar("a number"):
  def has(value: ujson.Value): Boolean = value match
    case number: ujson.Num => holds(number)
    case _                 => false
  override def insteadOf(value: ujson.Value): String = value match
    case _: ujson.Num => s"a number that a $name holds"
    case _            => expected

/** A decimal number or an integer of any size. uPickle writes it as text, and bots may have stored it as a number. */
private final class Big(expected: String, fits: BigDecimal => Boolean, fitsText: String => Boolean)
    extends Scalar(expected):
  def has(value: ujson.Value): Boolean = value match
    case ujson.Str(text)   => fitsText(text)
    case number: ujson.Num => fits(exact(number))
    case _                 => false
  override def visit[J](value: ujson.Value, reader: Visitor[?, J]): J = value match
    case number: ujson.Num =>
      val digits = exact(number)
      reader.visitString(if isWhole(digits) then digits.toBigInteger.toString else digits.toString, -1)
    case other => visitScalar(other, reader)

private def visitScalar[J](value: ujson.Value, reader: Visitor[?, J]): J = value match
  case ujson.Str(text)   => reader.visitString(text, -1)
  case ujson.Num(number) => reader.visitFloat64(number, -1)
  case ujson.True        => reader.visitTrue(-1)
  case ujson.False       => reader.visitFalse(-1)
  case _                 => reader.visitNull(-1)
