package botyard

import upickle.default.{ReadWriter, Reader}
import upickle.implicits.serializeDefaults

final class TypedSuite extends munit.FunSuite:
  private lazy val seen =
    val config = """{"symbol":"AAPL","periods":[5,20],"password":"hunter2"}"""
    val bot = Program("botyard.TypedBot", "BOT_CONFIG" -> config)
    assertEquals(bot.end(), 0, bot.text("err"))
    bot.json("result.json")

  test("a config is read as a type"):
    assertEquals(seen("config").str, "Input(b1, …) AAPL 5")

  test("a config that does not fit is refused, and no word of it is quoted, not even by a cause"):
    val said = "input.wrong_type: the config does not fit its type:"
    assertEquals(
      seen("refused"),
      ujson.Arr(
        s"$said password must be an integer, got a string; null",
        s"$said it does not fit; null",
        s"$said it does not fit: requirement failed: too short; null"
      )
    )

  test("state that does not fit is refused, with what its type has thrown as the cause"):
    val said = "state.wrong_type: the value of state key \"k\" is of another type:"
    assertEquals(
      seen("state"),
      ujson.Arr(
        s"$said it must be an integer, got null; null",
        s"$said [0] must be an integer, got a number; null",
        s"$said it does not fit: requirement failed: too short; requirement failed: too short"
      )
    )

  test("an integer of 64 bits is stored and read with all its digits"):
    assertEquals(seen("long").str, "9007199254740993")

  test("a field that equals its default is written if its class says so"):
    assertEquals(seen("defaults").str, """{"symbol":"AAPL","shares":10} {"symbol":"AAPL"}""")
end TypedSuite

private final case class Crossing(symbol: String, periods: List[Int]) derives Reader
private final case class Secret(password: Int) derives Reader
private final case class Quoting(password: String) derives Reader:
  require(password.isEmpty, s"bad password $password")
private final case class Short(symbol: String) derives Reader:
  require(symbol.length > 10, "too short")

@serializeDefaults(true)
private final case class Whole(symbol: String, shares: Int = 10) derives ReadWriter
private final case class Sparse(symbol: String, shares: Int = 10) derives ReadWriter

/** Does what TypedSuite looks at, and reports it as its result. */
object TypedBot:
  private def refusal(action: => Any): String =
    try s"no error: $action"
    catch
      case error: BotyardException =>
        s"${error.code}: ${error.getMessage}; ${Option(error.getCause).map(_.getMessage).orNull}"

  private def stored[T: Reader](value: ujson.Value) =
    state.set("k", value)
    refusal(state.getAs[T]("k"))

  def main(arguments: Array[String]): Unit =
    val read = input.parseAs[Crossing]()
    state.set("long", 9007199254740993L)
    state.set("whole", Whole("AAPL"))
    state.set("sparse", Sparse("AAPL"))
    result(
      ujson.Obj(
        "config" -> s"$read ${read.config.symbol} ${read.config.periods.head}",
        "refused" -> List(
          refusal(input.parseAs[Secret]()),
          refusal(input.parseAs[Quoting]()),
          refusal(input.parseAs[Short]())
        ),
        "state" -> List(
          stored[Int](ujson.Null),
          stored[List[Int]](ujson.Arr(1.5)),
          stored[Short](ujson.Obj("symbol" -> "AAPL"))
        ),
        "long" -> state.getAs[Long]("long").get.toString,
        "defaults" -> s"${state.get("whole").get} ${state.get("sparse").get}"
      )
    )
end TypedBot
