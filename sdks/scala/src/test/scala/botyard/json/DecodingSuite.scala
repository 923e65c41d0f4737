package botyard.json

import botyard.errors.kindOf
import java.util.UUID
import munit.Location
import upickle.default.{read as _, *}
import upickle.implicits.{allowUnknownKeys, key}

enum Side derives ReadWriter:
  case buy, sell

sealed trait Order derives ReadWriter
final case class Limit(price: BigDecimal) extends Order
final case class Market(size: Int = 1) extends Order
case object Nothing extends Order

final case class Leg(price: Double, size: Int = 1) derives ReadWriter:
  require(price >= 0, s"a price of $price is below 0")

final case class Position(@key("sym bol") symbol: String, side: Side, legs: Vector[Leg], stop: Option[Double])
    derives ReadWriter

final case class Defaults(a: Int = 1, b: Option[Int] = Some(2)) derives ReadWriter

@allowUnknownKeys(false)
final case class Closed(a: Int) derives ReadWriter

final case class Chain(next: Option[Chain]) derives ReadWriter

final case class Shares(count: Int)
given ReadWriter[Shares] = readwriter[Int].bimap(_.count, Shares(_))

final case class Ticker(name: String)
given Reader[Ticker] = reader[String].map(name => Ticker(name.toUpperCase))

/** Reads a number or a text, by a reader of the bot. */
final case class Price(value: Double)
given Reader[Price] = new Reader.Delegate[Any, Price](reader[Double].map(Price(_))):
  override def visitString(text: CharSequence, index: Int): Price = Price(text.toString.drop(1).toDouble)

final case class Level(value: Int)
given Reader[Level] = new SimpleReader[Level]:
  def expectedMsg = "expected a level"
  override def visitFloat64(number: Double, index: Int): Level = Level(number.toInt)

final class DecodingSuite extends munit.FunSuite:
  private def reads[T: Reader](document: String, made: T)(using Location): Unit =
    assertEquals(decode[T](read(document)), made)

  private def refuses[T: Reader](document: String, reason: String)(using Location): Unit =
    assertEquals(intercept[Misfit](decode[T](read(document))).reason(), reason)

  test("an integer is read in any notation"):
    reads("[1, 2.0, 3e2, 50e-1, -0.0]", List(1, 2, 300, 5, 0))
    reads("""{"a":127}""", Map("a" -> 127.toByte))
    reads("9007199254740993", 9007199254740993L)
    reads("-9223372036854775808", Long.MinValue)
    reads("1267650600228229401496703205376", BigInt(2).pow(100))
    reads("1e20", BigInt(10).pow(20))

  test("a number that its type does not hold is refused"):
    refuses[Int]("1.7", "it must be an integer, got a number")
    refuses[Int]("3000000000", "it must be an integer from -2147483648 to 2147483647, got a number")
    refuses[Byte]("128", "it must be an integer from -128 to 127, got a number")
    refuses[Short]("1.5", "it must be an integer from -32768 to 32767, got a number")
    refuses[Long](
      "9223372036854775808",
      "it must be an integer from -9223372036854775808 to 9223372036854775807, got a number"
    )
    refuses[BigInt]("1.5", "it must be an integer, got a number")
    refuses[BigInt]("1.0000000000000000000000001", "it must be an integer, got a number")
    refuses[Double]("9223372036854775809", "it must be a number that a Double holds, got a number")
    refuses[Double]("9007199254740993", "it must be a number that a Double holds, got a number")
    refuses[Float]("16777217", "it must be a number that a Float holds, got a number")
    refuses[Float]("1e300", "it must be a number that a Float holds, got a number")
    refuses[Char]("65", "it must be a string of one character, got a number")

  test("a fraction is read as the nearest number, and as a decimal number with all its digits"):
    reads("0.1", 0.1f)
    reads("0.1000000000000000055511151231257827", 0.1)
    reads("100000000000000000000000", 1e23)
    reads("0.1000000000000000055511151231257827", BigDecimal("0.1000000000000000055511151231257827"))
    for number <- List("9223372036854775808", "18446744073709551616", "-9223372036854775808.0") do
      reads(number, number.toDouble)
    reads("12.5", BigDecimal("12.5"))
    reads("\"12.50\"", BigDecimal("12.50"))
    refuses[BigDecimal]("\"ten\"", "it must be a decimal number, got a string")

  test("a number with a huge exponent takes no time"):
    reads("1.0000000000000000e-99999999999", 0)
    refuses[Int]("1.0000000000000000e-300", "it must be an integer, got a number")

  test("a value of another kind is refused"):
    refuses[Int]("\"5\"", "it must be an integer, got a string")
    refuses[Int]("true", "it must be an integer, got a boolean")
    refuses[String]("5", "it must be a string, got a number")
    refuses[String]("true", "it must be a string, got a boolean")
    refuses[Boolean]("\"true\"", "it must be true or false, got a string")
    refuses[Boolean]("0", "it must be true or false, got a number")
    refuses[Char]("\"ab\"", "it must be a string of one character, got a string")
    refuses[List[Int]]("{}", "it must be an array, got an object")
    refuses[Map[String, Int]]("[]", "it must be an object, got an array")
    refuses[Leg]("\"x\"", "it must be an object, got a string")
    refuses[Defaults]("\"x\"", "it must be an object, got a string")
    refuses[Defaults]("[]", "it must be an object, got an array")
    refuses[UUID]("5", "it must be a string, got a number")
    refuses[UUID]("\"x\"", "it does not fit: Invalid UUID string: x")

  test("null is refused, unless the type has it"):
    reads("null", Option.empty[Int])
    reads("[null]", List[ujson.Value](ujson.Null))
    reads("[null, 1]", List(None, Some(1)))
    refuses[Int]("null", "it must be an integer, got null")
    refuses[Map[String, Int]]("""{"n":null}""", "n must be an integer, got null")
    refuses[Leg]("""{"price":1,"size":null}""", "size must be an integer, got null")
    refuses[Shares]("null", "it must be an integer, got null")
    refuses[Side]("null", "it must be one of \"buy\", \"sell\", got null")
    refuses[Option[Int]]("\"x\"", "it must be an integer or null, got a string")

  test("a member that is missing is refused, unless its type has null or a default for it"):
    reads(
      """{"sym bol":"A","side":"buy","legs":[{"price":1}]}""",
      Position("A", Side.buy, Vector(Leg(1)), None)
    )
    reads("{}", Defaults(1, Some(2)))
    reads("""{"b":null}""", Defaults(1, None))
    refuses[Position]("""{"sym bol":"A","side":"buy","legs":[{}]}""", "legs[0].price is missing")
    refuses[Position]("""{"side":"buy","legs":[]}""", "[\"sym bol\"] is missing")
    refuses[Leg]("""{"Price":1}""", "price is missing")

  test("an enumeration has exactly its values"):
    reads("\"sell\"", Side.sell)
    for word <- List("\"SELL\"", "\"hold\"", "\"\"") do
      refuses[Side](word, "it must be one of \"buy\", \"sell\", got a string")
    refuses[Side]("0", "it must be one of \"buy\", \"sell\", got a number")

  test("a sealed type is read wherever its tag is, and as exactly"):
    reads[Order]("""{"$type":"Limit","price":1.5}""", Limit(1.5))
    reads[Order]("""{"price":1.5,"$type":"Limit"}""", Limit(1.5))
    reads[Order]("\"Nothing\"", Nothing)
    refuses[Order]("""{"size":1.5,"$type":"Market"}""", "size must be an integer, got a number")
    refuses[Order]("""{"$type":"Limit"}""", "price is missing")
    refuses[Order]("""{"price":1}""", "[\"$type\"] is missing")
    refuses[Order]("{}", "[\"$type\"] is missing")
    refuses[Order](
      """{"$type":"Stop"}""",
      """["$type"] must be one of "Limit", "Market", "Nothing", got a string"""
    )
    refuses[Order]("\"Market\"", "it must be an object, got a string")
    refuses[Order]("5", "it must be an object, got a number")

  test("a part that does not fit is named by its path"):
    refuses[Position](
      """{"sym bol":"A","side":"buy","legs":[{"price":1},{"price":2,"size":0.5}]}""",
      "legs[1].size must be an integer, got a number"
    )
    refuses[Map[String, List[Int]]]("""{"a b":[1,"x"]}""", "[\"a b\"][1] must be an integer, got a string")
    refuses[(Int, String)]("[1]", "it must be an array of 2, got an array")
    refuses[(Int, String)]("""[1, 2]""", "[1] must be a string, got a number")
    refuses[Either[Int, String]]("[2, 1]", "[0] does not fit: 2 (of class java.lang.Integer)")

  test("keys of a map are as exact as values"):
    reads("""{"1":"a","2e1":"b"}""", Map(1 -> "a", 20 -> "b"))
    refuses[Map[Int, String]]("""{"1.7":"a"}""", "[\"1.7\"] must be a key that is an integer, got a string")
    reads("""[[{"price":1,"size":2},3]]""", Map(Leg(1, 2) -> 3))

  test("readers of the bot are asked, and are as strict as those that they are made of"):
    reads("5.0", Shares(5))
    refuses[Shares]("1.7", "it must be an integer, got a number")
    refuses[Shares]("3000000000", "it must be an integer from -2147483648 to 2147483647, got a number")
    reads("\"aapl\"", Ticker("AAPL"))
    refuses[Ticker]("5", "it must be a string, got a number")
    reads("\"$1.5\"", Price(1.5))
    reads("1.5", Price(1.5))
    refuses[Level]("\"x\"", "it must be a level, got a string")
    refuses[Closed]("""{"a":1,"b":2}""", "b does not fit: Unknown Key: b")

  test("an option of an option is read from an array of its value, and from no longer one"):
    type Nested = Option[Option[Int]]
    for made <- List[Nested](None, Some(None), Some(Some(3))) do reads(text(made), made)
    reads("[null]", Some(None): Nested)
    refuses[Nested]("[1,2,3]", "it must be an array of at most 1, got an array")
    refuses[List[Nested]]("[[1],[1,2]]", "[1] must be an array of at most 1, got an array")
    refuses[Nested]("5", "it must be an array of at most 1, got a number")
    refuses[Nested]("null", "it must be an array of at most 1, got null")
    refuses[Nested]("[true]", "[0] must be an integer or null, got a boolean")
    refuses[Option[Nested]]("[[],[]]", "it must be an array of at most 1, got an array")
    reads("[[1,2,3]]", Option(Option(List(1, 2, 3))))
    reads("[1,2,3]", Option(List(1, 2, 3)))

  test("an either is read from an array of two"):
    for made <- List[Either[Int, String]](Left(1), Right("a")) do reads(text(made), made)
    for document <- List("[0,1,2]", "[0]", "[]") do
      refuses[Either[Int, String]](document, "it must be an array of 2, got an array")

  test("what the type itself refuses is its cause"):
    refuses[List[Leg]](
      """[{"price":-1}]""",
      "[0] does not fit: requirement failed: a price of -1.0 is below 0"
    )
    val refused = intercept[Misfit](decode[Leg](read("""{"price":-1}""")))
    assert(refused.getCause.isInstanceOf[IllegalArgumentException])
    assert(intercept[Misfit](decode[Leg](read("""{"price":"x"}"""))).getCause == null)

  test("the reason quotes no part of what is secret"):
    val config = read("""{"a":[{"b":" Hunter2 "}],"n":4711,"q":"a \"q\" here","short":"x"}""")
    def reason(words: String) = Misfit(List("a"), "", Some(config), RuntimeException(words)).reason(config)
    for words <- List("bad hunter2", "bad 'HUNTER2'", "got 4711.0", "a \"q\" here", "in a \\\"q\\\" here") do
      assertEquals(reason(words), "a does not fit", words)
    assertEquals(reason("an extra x is needed"), "a does not fit: an extra x is needed")

  test("a value that is nested as deep as JSON may be is read"):
    val depth = 500
    val chain = decode[Chain](read("""{"next":""" * depth + "null" + "}" * depth))
    assertEquals(Iterator.iterate(Option(chain))(_.flatMap(_.next)).takeWhile(_.isDefined).size, depth)
    val document = """{"next":""" * depth + "5" + "}" * depth
    assert(intercept[Misfit](decode[Chain](read(document))).reason().endsWith("…"))

  test("a parameter is read from its JSON text where its type is no text"):
    def params(members: (String, ujson.Value)*) = decodeParams[Position](ujson.Obj.from(members))
    val legs = "[{\"price\":1,\"size\":2}]"
    val read = params("sym bol" -> "5", "side" -> "buy", "legs" -> legs, "stop" -> "1e1")
    assertEquals(read, Position("5", Side.buy, Vector(Leg(1, 2)), Some(10)))
    def refused(members: (String, ujson.Value)*) =
      val misfit = intercept[Misfit](params(("sym bol" -> ujson.Str("A")) +: members*))
      s"${misfit.path} ${misfit.expectation} ${misfit.found.fold("nothing")(kindOf)}"
    assertEquals(refused("side" -> "buy", "legs" -> " []"), "legs an array a string")
    assertEquals(refused("side" -> "buy", "legs" -> "[{\"price\":\"1\"}]"), "legs[0].price a number a string")
    assertEquals(refused("side" -> "left", "legs" -> "[]"), "side one of \"buy\", \"sell\" a string")
    assertEquals(refused("side" -> "buy"), "legs an array nothing")

  test("what uPickle writes is read as the same"):
    val order: Order = Limit(BigDecimal("187.50"))
    assertEquals(text(order), """{"$type":"Limit","price":"187.50"}""")
    reads(text(order), order)
    val position = Position("A", Side.sell, Vector(Leg(1.5, 2), Leg(0)), None)
    reads(text(position), position)
end DecodingSuite
