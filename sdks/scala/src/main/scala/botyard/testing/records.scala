package botyard.testing

/** A metric that a bot has emitted in a test.
  *
  * {{{
  * val prices = testing.withBot(): bot =>
  *   bot.run(metric("price", ujson.Obj("value" -> 187.5)))
  *   bot.metrics
  * println(prices.map(one => (one.name, one.data("value").num))) // Vector((price,187.5))
  * println(prices.head.timestamp) // 2026-01-01T00:00:00.000Z
  * }}}
  *
  * @param name
  *   its name, the type of the metric
  * @param data
  *   its data
  * @param timestamp
  *   when it was emitted by the bot's clock, as RFC 3339 in UTC to the millisecond
  */
final case class Metric(name: String, data: ujson.Obj, timestamp: String)

/** A record of a bot's log in a test.
  *
  * {{{
  * val records = testing.withBot(): bot =>
  *   bot.run(log.warn("the feed is late", ujson.Obj("seconds" -> 90)))
  *   bot.logs
  * println(records.map(one => s"${one.level} ${one.message} ${one.data.get}")) // Vector(warn the feed is late {"seconds":90})
  * println(records.head.timestamp) // 2026-01-01T00:00:00.000Z
  * }}}
  *
  * @param level
  *   `debug`, `info`, `warn` or `error`
  * @param message
  *   what happened
  * @param data
  *   its details; `None` if none were given
  * @param timestamp
  *   when it was logged by the bot's clock, as RFC 3339 in UTC to the millisecond
  */
final case class LogRecord(level: String, message: String, data: Option[ujson.Obj], timestamp: String)
