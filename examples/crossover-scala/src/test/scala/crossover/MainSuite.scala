package crossover

import botyard.testing.withBot
import com.sun.net.httpserver.HttpServer
import java.net.{InetAddress, InetSocketAddress}

/** The bot and its queries, run without a platform. */
final class MainSuite extends munit.FunSuite:
  private val life = fixture("looks.json")("the examples of crossover.md")
  private val looks = life("looks").arr

  /** A feed that has a new day at each look. */
  private val feed = FunFixture[HttpServer](
    setup = _ =>
      val days = looks.iterator.map(_("at").str)
      val history = closes(life("settings")("symbol").str)
      val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
      server.createContext(
        "/v1/prices",
        exchange =>
          val day = days.next()
          val limit = exchange.getRequestURI.getQuery.split("limit=").last.toInt
          val known = history.takeWhile(_.date <= day).takeRight(limit)
          val prices = known.map(one => ujson.Obj("date" -> one.date, "close" -> one.close))
          val body = ujson.Obj("prices" -> prices).render().getBytes
          exchange.sendResponseHeaders(200, body.length)
          exchange.getResponseBody.write(body)
          exchange.close()
      )
      server.start()
      server
    ,
    teardown = _.stop(0)
  )

  feed.test("it looks until it is stopped, and its queries answer"): server =>
    val config = ujson.copy(life("settings")).obj.addOne("update_interval_ms" -> ujson.Num(60_000))
    withBot(ujson.Obj(config), stopAfter = 60.0 * looks.size): bot =>
      assertEquals(bot.run(Main.run(Feed(s"http://127.0.0.1:${server.getAddress.getPort}"))), 0)
      val signals = bot.metrics.filter(_.name == "signal").map(_.data("type").str)
      val expected = looks.flatMap(_.obj.get("signals")).flatMap(_.arr).map(_("type").str)
      assertEquals(signals, expected.toVector)
      bot.run(Query.main(Array()))
      assertEquals(bot.ask("/status")("data"), life("status"))
      assertEquals(bot.ask("/signals", ujson.Obj("limit" -> 100))("data"), life("signals"))
      assertEquals(bot.ask("/performance")("data"), life("performance"))

  test("a feed that does not answer is logged and asked again"):
    withBot(ujson.Obj("update_interval_ms" -> 1000), stopAfter = 2): bot =>
      assertEquals(bot.run(Main.run(Feed("http://127.0.0.1:9"))), 0)
      assertEquals(bot.logs.map(_.message), Vector.fill(2)("the price feed did not answer"))
      assertEquals(bot.metrics, Vector())

  test("a bot without a feed fails and says what to set"):
    assume(!sys.env.contains("PRICE_FEED_URL"), "the environment names a feed")
    withBot(): bot =>
      assertEquals(bot.run(Main.main(Array())), 1)
      assert(bot.result.get("message").str.contains("PRICE_FEED_URL is not set"))
end MainSuite
