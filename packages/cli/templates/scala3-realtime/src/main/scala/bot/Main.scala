package bot

import botyard.{input, log, metric, state}
import upickle.default.{Reader, read}

/** What bot-schema.json guarantees about the config of an instance. */
case class Config(symbol: String, interval_seconds: Double) derives Reader

/** A realtime bot: it runs until the platform stops it. */
object Main:
  def main(arguments: Array[String]): Unit =
    val input.Input(botId, values) = input.parse()
    val config = read[Config](values)
    var beats = state.getAs[Int]("beats").getOrElse(0)
    log.info("started", ujson.Obj("bot" -> botId, "symbol" -> config.symbol))

    while true do
      beats += 1
      metric("beat", ujson.Obj("symbol" -> config.symbol, "count" -> beats))
      state.set("beats", beats)
      Thread.sleep((config.interval_seconds * 1000).toLong)
