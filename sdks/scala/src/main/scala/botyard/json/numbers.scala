package botyard.json

import java.math.{BigDecimal, MathContext}
import java.util.regex.Pattern

private val number = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")

/** Whether a text is a number of JSON. */
private[botyard] def isNumber(text: String): Boolean = number.matcher(text).matches

/** The shortest digits that are read as this double; the JDK's own may have one digit too many before version 19. */
private[json] def shortest(number: Double): String =
  val digits = number.toString
  if digits.length < 17 && math.abs(number) > 1e-300 then digits
  else
    Iterator(15, 16)
      .map(places => BigDecimal(digits).round(MathContext(places)))
      .find(_.doubleValue == number)
      .map(rounded =>
        if rounded.precision < 15 || math.abs(number) < 1e-300 then fewest(rounded, number) else rounded
      )
      .fold(digits)(_.toString.replace("E+", "E"))

/** The rounded digits, with as few of them as are read as the number. */
private def fewest(rounded: BigDecimal, number: Double): BigDecimal =
  Iterator.from(1).map(places => rounded.round(MathContext(places))).find(_.doubleValue == number).get

/** A number with more digits than a double is sure to hold, which some types hold exactly. */
private[botyard] final class LongNumber(val digits: String, value: Double) extends ujson.Num(value)

private[botyard] object LongNumber:
  private val SureDigits = 15
  private val MostDigits = 1000

  /** A number as it is read: the nearest double, and its digits if they are many, but not endless. */
  def of(digits: String, value: Double): ujson.Num =
    if digits.length > SureDigits && digits.length <= MostDigits && value != 0 then LongNumber(digits, value)
    else ujson.Num(value)

/** The number as the document has it, as far as is known. */
private def exact(number: ujson.Num): BigDecimal = number match
  case long: LongNumber                                       => BigDecimal(long.digits)
  case plain if plain.value.isWhole && plain.value.abs < 1e15 => BigDecimal.valueOf(plain.value.toLong)
  case plain                                                  => BigDecimal(shortest(plain.value))

/** Whether a double holds the number: an integer exactly, and of a fraction the nearest one. */
private def isHeldByDouble(number: ujson.Num): Boolean = number match
  case long: LongNumber =>
    val digits = exact(long)
    !isWhole(digits) ||
    BigDecimal(shortest(long.value)).compareTo(digits) == 0 ||
    BigDecimal(long.value).compareTo(digits) == 0
  case _ => true

/** Whether a number has no fraction. Its exponent may be huge, so that it must not be expanded [JSON-17]. */
private def isWhole(number: BigDecimal): Boolean =
  number.signum == 0 || number.scale <= 0 || number.stripTrailingZeros.scale <= 0
