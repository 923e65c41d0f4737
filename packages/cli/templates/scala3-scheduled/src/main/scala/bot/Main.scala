package bot

import botyard.{input, log, metric, state, success}
import upickle.default.Reader

/** What bot-schema.json guarantees about the config of an instance. */
case class Config(symbol: String) derives Reader

/** A scheduled bot: it runs once for every tick of its schedule, and reports a result. */
object Main:
  def main(arguments: Array[String]): Unit =
    val input.Input(botId, Config(symbol)) = input.parseAs[Config]()
    val runs = state.getAs[Int]("runs").getOrElse(0) + 1
    log.info("running", ujson.Obj("bot" -> botId, "symbol" -> symbol))

    metric("run", ujson.Obj("symbol" -> symbol, "count" -> runs))
    state.set("runs", runs)
    success(s"looked at $symbol, run $runs")
