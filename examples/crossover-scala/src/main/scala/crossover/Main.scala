package crossover

import botyard.{input, log, metric, state}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.MILLISECONDS
import scala.util.control.NonFatal
import sun.misc.Signal as SystemSignal

/** The crossover bot: watches two moving averages of a stock and signals when they cross. */
object Main:
  def main(arguments: Array[String]): Unit =
    val stop = CountDownLatch(1)
    SystemSignal.handle(SystemSignal("TERM"), _ => stop.countDown())
    try
      val settings = Settings.of(input.parse().config)
      val feed = Feed.fromEnvironment()
      look(settings, feed)
      while !stop.await(settings.updateIntervalMs, MILLISECONDS) do look(settings, feed)
    catch case NonFatal(failure) => botyard.error(String.valueOf(failure.getMessage))

  /** Looks once: fetch, take every new close, store, emit. */
  private def look(settings: Settings, feed: Feed): Unit =
    val record = Record.resume(settings, state.get(Record.Key))
    try
      val prices = feed.newestPrices(settings.symbol, settings.longPeriod + Record.MostNewCloses)
      Strategy.measure(settings, prices) match
        case None => log.info(s"too little history: ${prices.size} of ${settings.longPeriod} closes")
        case Some(newest) =>
          val (next, signals) = record.catchUp(settings, prices)
          state.set(Record.Key, next)
          metric("price", newest.price)
          metric("sma", newest.sma)
          for dated <- signals do metric("signal", dated.signal)
    catch case failure: PriceFeedError => log.warn(failure.getMessage, ujson.Obj("reason" -> failure.reason))
