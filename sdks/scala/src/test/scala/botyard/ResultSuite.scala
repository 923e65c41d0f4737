package botyard

import java.lang.ProcessBuilder.Redirect
import java.nio.file.{Files, Path}

final class ResultSuite extends munit.FunSuite:
  test("an error whose result cannot be written is logged with the reason, and ends the process"):
    val bot = Program("botyard.FailingBot", "RESULT_PATH" -> "/missing/result.json")
    assertEquals(bot.end(), 1)
    val messages = bot.text("err").linesIterator.map(ujson.read(_)("message").str).toList
    assertEquals(messages, List("no data", "cannot write the result to /missing/result.json: ENOENT"))

  test("an error ends the process while a thread waits for the reader of its output"):
    val bot = Program("botyard.BlockedBot", Map.empty, Some(Redirect.PIPE))
    assertEquals(bot.end(), 1)

  test("a result has at most 1 MiB; a refused one leaves the one before"):
    val bot = Program("botyard.LargeBot")
    assertEquals(bot.end(), 0, bot.text("err"))
    val first = """{"status":"success","message":"first"}"""
    assertEquals(bot.json("result.json")("message").str, s"result.too_large after $first")

  test("a one-shot answer that cannot be written is logged, and the process fails"):
    val bot = Program("botyard.QueryBot", "QUERY_PATH" -> "/trades", "RESULT_PATH" -> "/missing/a.json")
    assertEquals(bot.end(), 1)
    assertEquals(bot.json("err")("message").str, "cannot write the result to /missing/a.json: ENOENT")

  test("a query process changes neither state nor result"):
    for (path, message) <- List(
        "/set" -> "state is read-only in a query process: set",
        "/report" -> "success cannot be used in a query process"
      )
    do
      val bot = Program("botyard.QueryBot", "QUERY_PATH" -> path)
      assertEquals(bot.end(), 1)
      assertEquals(bot.json("result.json")("error").str, message)
end ResultSuite

object BlockedBot:
  def main(arguments: Array[String]): Unit =
    val printing = Thread(() => System.out.print("x" * 1000000))
    printing.start()
    while !printing.getStackTrace.exists(_.getMethodName == "writeBytes") do Thread.onSpinWait()
    error("no reader")

object LargeBot:
  def main(arguments: Array[String]): Unit =
    success("first")
    try success("x" * 1024 * 1024)
    catch
      case error: BotyardException =>
        success(s"${error.code} after ${Files.readString(Path.of("result.json"))}")
