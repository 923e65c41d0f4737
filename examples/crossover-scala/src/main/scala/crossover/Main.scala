package crossover

import botyard.{input, log, metric, state, stop}
import scala.util.control.NonFatal

/** The crossover bot: watches two moving averages of a stock and signals when they cross. */
object Main:
  def main(arguments: Array[String]): Unit = run(Feed.fromEnvironment())

  /** Looks until the platform asks the bot to stop. */
  def run(feed: => Feed): Unit =
    try
      val settings = Settings.of(input.parse().config)
      val prices = feed
      while !stop.requested() do
        look(settings, prices)
        stop.wait(settings.updateIntervalMs / 1000.0)
    catch case NonFatal(failure) => botyard.error(String.valueOf(failure.getMessage))

  /** Looks once: fetch, take every new close, store, emit. */
  private def look(settings: Settings, feed: Feed): Unit =
    val stored = state.get(Record.Key)
    val record = Record.resume(settings, stored)
    try
      val prices = feed.newestPrices(settings.symbol, settings.longPeriod + Record.MostNewCloses)
      if prices.size < settings.longPeriod then
        log.info(s"too little history: ${prices.size} of ${settings.longPeriod} closes")
      else
        val (next, signals) = record.catchUp(settings, prices)
        state.set(Record.Key, next)
        for measured <- Record.toEmit(settings, stored, prices) do
          metric("price", measured.price)
          metric("sma", measured.sma)
          for dated <- signals.find(_.date == measured.date) do
            metric("signal", dated.signal(measured.price.time))
    catch case failure: PriceFeedError => log.warn(failure.getMessage, ujson.Obj("reason" -> failure.reason))
