package botyard

import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.net.{ConnectException, ServerSocket, URI}
import scala.annotation.tailrec
import scala.util.Using

final class RunSuite extends munit.FunSuite:
  test("a run writes its metric, its log line, its state and its result"):
    val bot = Program("botyard.RunBot")
    assertEquals(bot.end(), 0, bot.text("err"))
    assert(
      bot
        .text("out")
        .matches(
          """\{"_metric":"price","timestamp":"[-0-9]{10}T[:0-9]{8}\.\d{3}Z","data":\{"symbol":"AAPL","value":187.5\}\}\n"""
        ),
      bot.text("out")
    )
    assertEquals(bot.json("err")("data"), ujson.Obj("bot" -> "b1"))
    assertEquals(bot.json(".state/trades.json"), ujson.Num(1))
    assertEquals(bot.text("result.json"), """{"status":"success","message":"done","data":{"trades":1}}""")

  test("error ends the process at once, without hooks and finally blocks"):
    val bot = Program("botyard.FailingBot")
    assertEquals(bot.end(), 1)
    assertEquals(bot.text("out"), "")
    assertEquals(bot.json("err")("message"), ujson.Str("no data"))
    assertEquals(bot.text("result.json"), """{"status":"error","message":"no data"}""")

  test("a one-shot query writes its answer"):
    val bot = Program("botyard.QueryBot", "QUERY_PATH" -> "/trades", "QUERY_PARAMS" -> """{"limit":"5"}""")
    assertEquals(bot.end(), 0, bot.text("err"))
    assertEquals(bot.text("result.json"), """{"status":"ok","data":5}""")

  test("a failed one-shot query exits with 1 and names the place of the failure"):
    val bot = Program("botyard.QueryBot", "QUERY_PATH" -> "/bad")
    assertEquals(bot.end(), 1)
    val data = bot.json("err")("data")
    assertEquals(data("type").str, "IllegalStateException")
    assertEquals(data("path").str, "/bad")

  test("a server answers, survives failures and ends on SIGTERM with exit code 0"):
    val port = Using.resource(ServerSocket(0))(_.getLocalPort)
    val bot = Program("botyard.QueryBot", "QUERY_PORT" -> port.toString)
    val client = HttpClient.newHttpClient
    def ask(target: String) =
      val request = HttpRequest.newBuilder(URI(s"http://127.0.0.1:$port$target"))
      val posted = request.POST(BodyPublishers.ofString("""{"limit":7}""")).build
      val answer = client.send(posted, BodyHandlers.ofString)
      answer.statusCode -> answer.body
    @tailrec def untilListening(): Unit =
      val listens =
        try ask("/health") == (200, """{"status":"ok"}""")
        catch case _: ConnectException => false
      if !listens && bot.process.isAlive then
        Thread.sleep(10)
        untilListening()
    untilListening()
    assertEquals(ask("/trades?limit=5"), (200, "7"))
    assertEquals(ask("/bad"), (500, """{"status":"error","error":"no data"}"""))
    assertEquals(ask("/left"), (200, "null"))
    assertEquals(ask("/nope")(0), 404)
    bot.process.destroy()
    assertEquals(bot.end(), 0)
    val messages = bot.text("err").linesIterator.map(ujson.read(_)("message").str).toList
    assertEquals(messages.sorted, List("left", "no data"))
end RunSuite
