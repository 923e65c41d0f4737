package botyard

final class RunSuite extends munit.FunSuite:
  test("a run writes its metric, its log line, its state and its result"):
    val bot = Program("botyard.RunBot", "QUERY_PATH" -> "", "RESULT_PATH" -> "")
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

  test("an exception that leaves main ends the process, whatever other threads do"):
    val bot = Program("botyard.DyingBot")
    assertEquals(bot.end(), 1)
    assert(bot.text("err").contains("Exception in thread \"main\" java.lang.IllegalStateException: no data"))

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

  test("the record of a failure names the innermost place of the bot, and cuts the stack"):
    val bot = Program("bots.DeepQuery", "QUERY_PATH" -> "/deep")
    assertEquals(bot.end(), 1)
    val data = bot.json("err")("data")
    assertEquals((data("file").str, data("line").num), ("DeepQuery.scala", 14.0))
    assertEquals(data("stack").str.length, 7001)

  test("a refused parameter is answered as such, also if a failure wraps its error"):
    val variables = List("QUERY_PATH" -> "/wrapped", "QUERY_PARAMS" -> """{"limit":"x"}""")
    val bot = Program("botyard.QueryBot", variables*)
    assertEquals(bot.end(), 1)
    val message = "parameter \"limit\" must be an integer, got \"x\""
    val answer = ujson.Obj("status" -> "error", "error" -> message, "code" -> "query.invalid_param")
    assertEquals(bot.json("result.json"), answer)
    assertEquals(bot.text("err"), "")

  test("a suppressed exception is not what a failure wraps"):
    val variables = List("QUERY_PATH" -> "/suppressed", "QUERY_PARAMS" -> """{"limit":"x"}""")
    val bot = Program("botyard.QueryBot", variables*)
    assertEquals(bot.end(), 1)
    assertEquals(bot.json("result.json")("code").str, "query.handler_failed")
    assert(!bot.json("err")("data").obj.contains("cause"))

  test("the record of a failure names its causes"):
    val bot = Program("botyard.QueryBot", "QUERY_PATH" -> "/caused")
    assertEquals(bot.end(), 1)
    val data = bot.json("err")("data")
    assertEquals(
      data("cause"),
      ujson.Arr(
        ujson.Obj("type" -> "IOException", "message" -> ("x" * 250 + "…")),
        ujson.Obj("type" -> "RuntimeException", "message" -> "")
      )
    )
    assert(data("stack").str.length <= 4001)
end RunSuite
