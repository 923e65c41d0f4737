package botyard

import java.nio.file.{Files, Path}
import scala.concurrent.duration.{Duration, DurationInt}

/** The example of the page about money. */
final class MoneySuite extends munit.FunSuite:
  // It compiles.
  override val munitTimeout: Duration = 5.minutes

  test("the example of the page about money keeps every digit over two runs"):
    val page = Files.readString(Path.of("../../docs/explanation/money.md"))
    val program = """(?s)```scala\n(.*?)```""".r.findFirstMatchIn(page).get.group(1)
    val classes = compiled(program)
    val stateFolder = Files.createTempDirectory("botyard-state-")
    val variables = Map("BOT_CONFIG" -> """{"fee":"0.001"}""", "STATE_DIR" -> stateFolder.toString)
    val emitted = List.fill(2):
      val bot = Program("Main", variables, classPath = List(classes))
      assertEquals(bot.end(), 0, bot.text("err"))
      bot.json("out")("data")
    assertEquals(
      emitted,
      List(
        ujson.Obj("value" -> 562.61205, "exact" -> "562.61205"),
        ujson.Obj("value" -> 1125.2241, "exact" -> "1125.22410")
      )
    )
    assertEquals(Files.readString(stateFolder.resolve("spent.json")), "\"1125.22410\"")
