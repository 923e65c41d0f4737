package bot

import botyard.testing.withBot

/** The bot and its queries, run without a platform. */
final class MainSuite extends munit.FunSuite:
  test("it counts its runs"):
    withBot(ujson.Obj("symbol" -> "AAPL")): bot =>
      for _ <- 1 to 2 do assertEquals(bot.run(Main.main(Array())), 0)
      val runs = List(1, 2).map(count => ujson.Obj("symbol" -> "AAPL", "count" -> count))
      assertEquals(bot.metrics.map(_.data), runs)
      assertEquals(bot.result.get("message").str, "looked at AAPL, run 2")
      bot.run(Query.main(Array()))
      val status = ujson.Obj("symbol" -> "AAPL", "runs" -> 2)
      assertEquals(bot.ask("/status"), ujson.Obj("status" -> "ok", "data" -> status))
