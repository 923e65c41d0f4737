package readme

import botyard.*
import botyard.testing.withBot

object Main:
  def main(arguments: Array[String]): Unit =
    val config = input.parse().config
    val symbol = config.value.get("symbol").fold("AAPL")(_.str)
    log.info(s"reading the price of $symbol")
    metric("price", ujson.Obj("symbol" -> symbol, "value" -> 187.5))
    success("read one price")

final class MainSuite extends munit.FunSuite:
  test("it reads one price"):
    withBot(ujson.Obj("symbol" -> "AAPL")): bot =>
      assertEquals(bot.run(Main.main(Array())), 0)
      assertEquals(bot.metrics.map(_.data("value").num), Seq(187.5))

case class Config(symbol: String, seconds: Double = 60) derives upickle.default.Reader

object Realtime:
  def main(arguments: Array[String]): Unit =
    val config = input.parseAs[Config]().config
    while !stop.requested() do
      log.info(s"looking at ${config.symbol}")
      stop.wait(config.seconds): Unit

object Counter:
  def main(arguments: Array[String]): Unit =
    val runs = state.getAs[Int]("runs").getOrElse(0)
    state.set("runs", runs + 1)

object Query:
  def main(arguments: Array[String]): Unit =
    query.handler("/limits")(_ => List(10, 20))
    query.handler("/runs"): request =>
      val factor = request.getInteger("factor").getOrElse(1L)
      state.getAs[Int]("runs").getOrElse(0) * factor
    query.run()
