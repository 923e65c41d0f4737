package bot

import botyard.testing.withBot

/** The bot and its queries, run without a platform. */
final class MainSuite extends munit.FunSuite:
  test("it beats until it is asked to stop"):
    withBot(ujson.Obj("symbol" -> "AAPL", "interval_seconds" -> 5), stopAfter = 10): bot =>
      assertEquals(bot.run(Main.main(Array())), 0)
      val beats = List(1, 2).map(count => ujson.Obj("symbol" -> "AAPL", "count" -> count))
      assertEquals(bot.metrics.map(_.data), beats)
      bot.run(Query.main(Array()))
      val status = ujson.Obj("symbol" -> "AAPL", "beats" -> 2)
      assertEquals(bot.ask("/status"), ujson.Obj("status" -> "ok", "data" -> status))
