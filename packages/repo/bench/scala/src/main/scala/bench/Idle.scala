package bench

import botyard.metric

/** A realtime bot between two looks: it writes a metric and waits. */
object Idle:
  def main(arguments: Array[String]): Unit =
    metric("price", ujson.Obj("symbol" -> "AAPL", "value" -> 187.5))
    Thread.sleep(Long.MaxValue)
