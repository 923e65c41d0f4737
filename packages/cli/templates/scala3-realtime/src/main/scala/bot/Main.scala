package bot

import botyard.{input, log, metric, state, stop}
import upickle.default.Reader

/** What bot-schema.json guarantees about the config of an instance. */
case class Config(symbol: String, interval_seconds: Double) derives Reader

/** A realtime bot: it runs until the platform stops it. */
object Main:
  def main(arguments: Array[String]): Unit =
    val input.Input(botId, config) = input.parseAs[Config]()
    var beats = state.getAs[Int]("beats").getOrElse(0)
    log.info("started", ujson.Obj("bot" -> botId, "symbol" -> config.symbol))

    while !stop.requested() do
      beats += 1
      metric("beat", ujson.Obj("symbol" -> config.symbol, "count" -> beats))
      state.set("beats", beats)
      stop.wait(config.interval_seconds)
