package botyard.json

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

final class JsonSuite extends ScalaCheckSuite:
  private val scalars: Gen[ujson.Value] = Gen.oneOf(
    Gen.const(ujson.Null),
    Gen.oneOf(true, false).map(ujson.Bool(_)),
    Gen.double.map(ujson.Num(_)),
    Gen.long.map(bits => java.lang.Double.longBitsToDouble(bits)).filter(_.isFinite).map(ujson.Num(_)),
    Gen
      .stringOf(Gen.frequency(9 -> Gen.asciiChar, 1 -> Gen.oneOf('é', '€', '\u2028', '\ud7ff')))
      .map(ujson.Str(_))
  )

  private def values(depth: Int): Gen[ujson.Value] =
    if depth == 0 then scalars
    else
      val inner = values(depth - 1)
      Gen.oneOf(
        scalars,
        Gen.listOfN(3, inner).map(items => ujson.Arr.from(items)),
        Gen.mapOfN(3, Gen.zip(Gen.asciiStr, inner)).map(members => ujson.Obj.from(members))
      )

  property("a value that was written is read as the same value"):
    forAll(values(3))(value => read(write(value)) == value)

  property("a double keeps its value, in at most the digits that Java needs"):
    forAll(Gen.long): bits =>
      val number = java.lang.Double.longBitsToDouble(bits)
      !number.isFinite || {
        val written = text(number)
        written.toDouble == number && digitsOf(written) <= digitsOf(number.toString)
      }

  private def digitsOf(number: String) = java.math.BigDecimal(number).stripTrailingZeros.precision

  property("any text of UTF-16 units is written as valid JSON in UTF-8"):
    forAll(Gen.stringOf(Gen.choose('\u0000', '\uffff'))): text =>
      read(write(text)).str.length == text.length

  test("the shortest digits of a double are written"):
    val shortest =
      Map(5e-324 -> "5E-324", 2e23 -> "2E23", 0.1 -> "0.1", 1e21 -> "1.0E21", 100.0 -> "100", -0.0 -> "0")
    for (number, digits) <- shortest do assertEquals(text(number).toDouble, digits.toDouble)
    assertEquals(text(5e-324), "5E-324")
    assertEquals(text(100.0), "100")

  test("a number that is not finite is written as null"):
    assertEquals(text(List(Double.NaN, Double.PositiveInfinity, Double.NegativeInfinity)), "[null,null,null]")
    assertEquals(text(List(Float.NaN)), "[null]")

  test("an integer of 64 bits keeps its digits"):
    assertEquals(text(Long.MaxValue), "9223372036854775807")

  test("a lone surrogate is written as U+FFFD, and of keys that become equal only the last is kept"):
    val (high, low) = (0xd800.toChar.toString, 0xdc00.toChar.toString)
    assertEquals(text(s"a${high}b"), "\"a\ufffdb\"")
    assertEquals(text(ujson.Obj(high -> 1, low -> 2)), "{\"\ufffd\":2}")

  test("control characters, quotes and backslashes are escaped, and nothing else"):
    assertEquals(text("\u0000\u001f\b\n\"\\/é\u2028"), "\"\\u0000\\u001f\\b\\n\\\"\\\\/é\u2028\"")

  test("a value that contains itself has no JSON form"):
    val cycle = ujson.Arr()
    cycle.value += cycle
    interceptMessage[NotJson]("nested deeper than 512 levels, or contains itself")(write(cycle))

  test("the last of two equal keys is read"):
    assertEquals(read("""{"a":1,"a":2}"""), ujson.Obj("a" -> 2))

  test("nesting is read to a depth of 512"):
    assertEquals(write(read("[" * 512 + "]" * 512)).length, 1024)
    val _ = intercept[NotJson](read("[" * 513 + "]" * 513))
    val _ = intercept[NotJson](read("[" * 1000000))

  private val refused = List(
    "",
    " ",
    "NaN",
    "Infinity",
    "-",
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "1e400",
    "-1e1000000000",
    "[1,]",
    "{\"a\":1,}",
    "// a\n1",
    "1 2",
    "[",
    "{\"a\"",
    "\"a",
    "\ufeff1",
    "\"\t\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\ud800\\u0041\"",
    "\"\\u12g4\"",
    "\"\\x\"",
    "'a'",
    "{a:1}",
    "nul",
    "tru",
    "\"\\u00e\"",
    "\"\\u١٢٣٤\""
  )
  for text <- refused do test(s"not JSON: $text")(intercept[NotJson](read(text)): Unit)

  test("bytes that are not UTF-8 are not JSON"):
    interceptMessage[NotJson]("it is not UTF-8")(read(Array[Byte]('"', 0xff.toByte, '"')))

  test("an error gives the position, and quotes nothing"):
    interceptMessage[NotJson]("malformed JSON at character 5")(read("{\"a\":secret}"))
end JsonSuite
