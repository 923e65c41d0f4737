package botyard

import java.io.{BufferedOutputStream, File, FileDescriptor, FileOutputStream, PrintStream}
import java.lang.ProcessBuilder.Redirect

final class StreamsSuite extends munit.FunSuite:
  private lazy val bot =
    val bot = Program("botyard.MetricBot")
    assertEquals(bot.end(), 0, bot.text("err"))
    bot

  test("a metric follows what was printed before, also to a stream with a buffer"):
    assertEquals(bot.text("out").linesIterator.next, "printed")

  test("a metric has at most 65536 bytes"):
    assertEquals(bot.text("out").linesIterator.drop(1).map(_.length).toList, List(65536))
    assertEquals(bot.json("result.json")("larger").str, "metric.too_large")

  test("the data of a metric is an object"):
    assertEquals(bot.json("result.json")("array").str, "metric.invalid_data")
    assertEquals(bot.json("result.json")("unnamed").str, "metric.invalid_type")

  test("log data that is null counts as not given"):
    assertEquals(
      bot.text("err").linesIterator.map(ujson.read(_).obj.contains("data")).toList,
      List(false, true)
    )

  test("a metric that cannot be written fails with the system's error"):
    val full = Program("botyard.MetricBot", Map.empty, Some(Redirect.to(File("/dev/full"))))
    assertEquals(full.end(), 1)
    assert(
      full.text("err").contains("""cannot write metric "m" to standard output: ENOSPC"""),
      full.text("err")
    )

/** Does what StreamsSuite looks at. */
object MetricBot:
  private val head = """{"_metric":"m","timestamp":"2026-11-20T14:30:00.123Z","data":{"x":""}}"""

  def main(arguments: Array[String]): Unit =
    System.setOut(PrintStream(BufferedOutputStream(FileOutputStream(FileDescriptor.out))))
    System.out.println("printed")
    metric("m", Map("x" -> "y" * (65536 - head.length)))
    log.info("no data", ujson.Null)
    log.info("data", Map("a" -> 1))
    def codeOf(action: => Unit) =
      try
        action
        ""
      catch case error: BotyardException => error.code
    result(
      Map(
        "larger" -> codeOf(metric("m", Map("x" -> "y" * (65537 - head.length)))),
        "array" -> codeOf(metric("m", List(1))),
        "unnamed" -> codeOf(metric("", Map("a" -> 1)))
      )
    )
end MetricBot
