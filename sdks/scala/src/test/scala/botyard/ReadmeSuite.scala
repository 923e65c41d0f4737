package botyard

import java.nio.file.{Files, Path}

/** The programs of README.md are those of `Readme.scala`, which is compiled and run. */
final class ReadmeSuite extends munit.FunSuite:
  private val page = Files.readString(Path.of("README.md"))
  private val compiled = Files.readString(Path.of("src/test/scala/readme/Readme.scala"))
  private val snippets = """(?s)```scala\n(.*?)```""".r.findAllMatchIn(page).map(_.group(1)).toList

  private def body(text: String) = text.linesIterator.filter(_.startsWith("  ")).map(_.trim).mkString("\n")

  test("every snippet is a program that is compiled"):
    assertEquals(snippets.size, 5)
    for snippet <- snippets do assert(body(compiled).contains(body(snippet)), snippet)

  test("the bot of the page runs"):
    val bot = Program("readme.Main")
    assertEquals(bot.end(), 0, bot.text("err"))
    assertEquals(bot.json("result.json")("message").str, "read one price")

  test("the realtime bot of the page runs until it is asked to stop"):
    val bot = Program("readme.Realtime", "BOT_CONFIG" -> """{"symbol":"AAPL"}""")
    bot.until(bot.text("err").nonEmpty)
    bot.process.destroy()
    assertEquals(bot.end(), 0)
    assertEquals(bot.json("err")("message").str, "looking at AAPL")

  test("the query of the page reads what the state of the page contains"):
    val bot = Program("readme.Counter")
    assertEquals(bot.end(), 0, bot.text("err"))
    val variables = Map("STATE_DIR" -> s"${bot.folder}/.state", "QUERY_PARAMS" -> """{"factor":3}""")
    val query = Program("readme.Query", variables.updated("QUERY_PATH", "/runs").toSeq*)
    assertEquals(query.end(), 0, query.text("err"))
    assertEquals(query.text("result.json"), """{"status":"ok","data":3}""")
