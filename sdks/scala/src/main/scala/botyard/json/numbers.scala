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
