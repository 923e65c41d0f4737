package readme

import botyard.*

object Bot:
  def main(arguments: Array[String]): Unit =
    val config = input.parse().config
    val symbol = config.value.get("symbol").fold("AAPL")(_.str)
    log.info(s"reading the price of $symbol")
    metric("price", ujson.Obj("symbol" -> symbol, "value" -> 187.5))
    success("read one price")

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
